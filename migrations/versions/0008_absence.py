"""Deadlines that were moved, players who say ready or are away, seats that change hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("slot", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("reminded", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("moved", sa.Integer(), nullable=True))
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.add_column(sa.Column("slot", sa.DateTime(), nullable=True))
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("done", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("graces", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("away_from", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("away_until", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("hands", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(
            sa.Column("vacant", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("application", schema=None) as batch_op:
        batch_op.add_column(sa.Column("waiting", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("offered", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("offered_at", sa.DateTime(), nullable=True))
    op.create_table(
        "absent",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_absent_game")),
        sa.PrimaryKeyConstraint("game", "stage", "role", name=op.f("pk_absent")),
    )


def downgrade() -> None:
    op.drop_table("absent")
    with op.batch_alter_table("application", schema=None) as batch_op:
        batch_op.drop_column("offered_at")
        batch_op.drop_column("offered")
        batch_op.drop_column("waiting")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        for name in ("vacant", "hands", "away_until", "away_from", "graces", "done"):
            batch_op.drop_column(name)
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.drop_column("slot")
    with op.batch_alter_table("game", schema=None) as batch_op:
        for name in ("moved", "reminded", "slot"):
            batch_op.drop_column(name)
