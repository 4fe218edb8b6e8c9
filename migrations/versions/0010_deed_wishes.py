"""What Gamesmasters have asked for by mail and not confirmed yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "deed_wish",
        sa.Column("id", ID, nullable=False),
        sa.Column("who", sa.String(length=320), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("asked", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_deed_wish_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deed_wish")),
    )
    op.create_index("ix_deed_wish_who", "deed_wish", ["who", "asked"])


def downgrade() -> None:
    op.drop_table("deed_wish")
