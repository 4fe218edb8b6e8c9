"""Signs of life, letters in parts, games that were put away, and those who only watch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "beat",
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_beat")),
    )
    op.create_table(
        "observer",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("asked", sa.DateTime(), nullable=False),
        sa.Column("confirmed", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_observer_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_observer")),
        sa.UniqueConstraint("game", "address", name=op.f("uq_observer_game")),
    )
    with op.batch_alter_table("observer", schema=None) as batch_op:
        batch_op.create_index("ix_observer_address", ["address"], unique=False)
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.add_column(sa.Column("part", sa.String(length=40), nullable=True))
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("archived", sa.DateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("archived")
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.drop_column("part")
    op.drop_table("observer")
    op.drop_table("beat")
