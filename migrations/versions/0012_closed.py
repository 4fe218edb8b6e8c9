"""When the orders of an open stage were closed, and who was missing in a turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("closed", sa.DateTime(), nullable=True))
    # What waits to be released was worked out from what had come by then, as was a turn that was
    # taken back.
    op.execute(
        "update game set closed = due where phase = 'held' and (review is not null or "
        "held like 'its last turn%taken back')"
    )
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.add_column(sa.Column("missing", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("in_care", sa.Text(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.drop_column("in_care")
        batch_op.drop_column("missing")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("closed")
