"""Attempts to send, bounces, bad addresses; letters of text alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "attempt",
        sa.Column("id", ID, nullable=False),
        sa.Column("letter", ID, nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("verdict", sa.String(length=10), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["outbox.id"], name=op.f("fk_attempt_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
    )
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.create_index(op.f("ix_attempt_letter"), ["letter"], unique=False)
        batch_op.create_index("ix_attempt_counted", ["verdict", "at"], unique=False)
    op.create_table(
        "bounce",
        sa.Column("id", ID, nullable=False),
        sa.Column("letter", ID, nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("grade", sa.String(length=8), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("told_by", ID, nullable=True),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["outbox.id"], name=op.f("fk_bounce_letter")),
        sa.ForeignKeyConstraint(["told_by"], ["letter.id"], name=op.f("fk_bounce_told_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bounce")),
        sa.UniqueConstraint("letter", "grade", name=op.f("uq_bounce_letter")),
    )
    with op.batch_alter_table("bounce", schema=None) as batch_op:
        batch_op.create_index("ix_bounce_address", ["address", "at"], unique=False)
    op.create_table(
        "bad_address",
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_bad_address")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("envelope", sa.String(length=320), nullable=False, server_default="")
        )
        batch_op.add_column(sa.Column("tried", sa.DateTime(), nullable=True))
        batch_op.create_index("ix_outbox_envelope", ["envelope"], unique=False)
    # Letters that wait go on counting from when they were written, as they did.
    op.execute("update outbox set tried = created where attempts > 0")
    with op.batch_alter_table("pause", schema=None) as batch_op:
        batch_op.add_column(sa.Column("since", sa.DateTime(), nullable=True))
    op.execute("update pause set since = until")
    with op.batch_alter_table("pause", schema=None) as batch_op:
        batch_op.alter_column("since", existing_type=sa.DateTime(), nullable=False)
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("text_only", sa.Boolean(), nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("text_only")
    with op.batch_alter_table("pause", schema=None) as batch_op:
        batch_op.drop_column("since")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_envelope")
        batch_op.drop_column("tried")
        batch_op.drop_column("envelope")
    op.drop_table("bad_address")
    op.drop_table("bounce")
    op.drop_table("attempt")
