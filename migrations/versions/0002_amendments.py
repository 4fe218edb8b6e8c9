"""Amendments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "amendment",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("quiet", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_amendment_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_amendment")),
    )
    with op.batch_alter_table("amendment", schema=None) as batch_op:
        batch_op.create_index("ix_amendment_stage", ["game", "stage"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("amendment", schema=None) as batch_op:
        batch_op.drop_index("ix_amendment_stage")

    op.drop_table("amendment")
