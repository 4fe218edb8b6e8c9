"""Signatures of letters that were obeyed, so that nobody brings one a second time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "signature",
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.Column("letter", ID, nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name=op.f("fk_signature_letter")),
        sa.PrimaryKeyConstraint("value", name=op.f("pk_signature")),
    )


def downgrade() -> None:
    op.drop_table("signature")
