"""Unsigned press and names in character; orders for later turns and for every turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    no = sa.false()
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.add_column(sa.Column("unsigned", sa.Boolean(), nullable=False, server_default=no))
        batch_op.add_column(sa.Column("pen", sa.String(40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("asked", sa.Boolean(), nullable=False, server_default=no))
        batch_op.add_column(sa.Column("due", sa.DateTime(), nullable=True))
        batch_op.create_index("ix_press_due", ["due"], unique=False)
    with op.batch_alter_table("revision", schema=None) as batch_op:
        batch_op.add_column(sa.Column("ahead", sa.Boolean(), nullable=False, server_default=no))
    op.create_table(
        "pen_name",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("slug", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_pen_name_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pen_name")),
        sa.UniqueConstraint("game", "slug", name=op.f("uq_pen_name_game")),
    )
    op.create_table(
        "ahead",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("received", sa.DateTime(), nullable=False),
        sa.Column("letter", ID, nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_ahead_game")),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name=op.f("fk_ahead_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ahead")),
    )
    with op.batch_alter_table("ahead", schema=None) as batch_op:
        batch_op.create_index("ix_ahead_role", ["game", "role"], unique=False)


def downgrade() -> None:
    op.drop_table("ahead")
    op.drop_table("pen_name")
    with op.batch_alter_table("revision", schema=None) as batch_op:
        batch_op.drop_column("ahead")
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_index("ix_press_due")
        batch_op.drop_column("due")
        batch_op.drop_column("asked")
        batch_op.drop_column("pen")
        batch_op.drop_column("unsigned")
