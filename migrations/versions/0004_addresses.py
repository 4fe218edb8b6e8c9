"""Further addresses of a seat, wishes to change them, and an index to count answers by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "address",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_address_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
        sa.UniqueConstraint("game", "address", name=op.f("uq_address_game")),
    )
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.create_index("ix_address_address", ["address"], unique=False)
    op.create_table(
        "address_wish",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.Column("asked", sa.DateTime(), nullable=False),
        sa.Column("agreed", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_address_wish_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address_wish")),
        sa.UniqueConstraint("game", "role", "address", name=op.f("uq_address_wish_game")),
    )
    with op.batch_alter_table("address_wish", schema=None) as batch_op:
        batch_op.create_index("ix_address_wish_address", ["address"], unique=False)
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_created", ["created"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_created")
    op.drop_table("address_wish")
    op.drop_table("address")
