"""Results that are looked at before they go out, and turns that were taken back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("review", sa.Text(), nullable=True))
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.add_column(sa.Column("due", sa.DateTime(), nullable=True))
    with op.batch_alter_table("sheet", schema=None) as batch_op:
        batch_op.add_column(sa.Column("text", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "undone",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("who", sa.String(length=320), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("sheets", sa.Text(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_undone_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_undone")),
    )
    with op.batch_alter_table("undone", schema=None) as batch_op:
        batch_op.create_index("ix_undone_stage", ["game", "stage"], unique=False)


def downgrade() -> None:
    op.drop_table("undone")
    with op.batch_alter_table("sheet", schema=None) as batch_op:
        batch_op.drop_column("text")
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.drop_column("due")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("review")
