"""First tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deed",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("who", sa.String(length=320), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deed")),
    )
    with op.batch_alter_table("deed", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deed_game"), ["game"], unique=False)

    op.create_table(
        "game",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("due", sa.DateTime(), nullable=True),
        sa.Column("held", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("lease_owner", sa.String(length=100), nullable=True),
        sa.Column("lease_until", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index("ix_game_due", ["phase", "due"], unique=False)

    op.create_table(
        "letter",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("mailbox", sa.String(length=200), nullable=False),
        sa.Column(
            "uid_validity", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("uid", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("received", sa.DateTime(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("truncated", sa.Boolean(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("message_id", sa.String(length=255), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("tried", sa.DateTime(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("sender", sa.String(length=320), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("role", sa.String(length=40), nullable=True),
        sa.Column("stage", sa.Integer(), nullable=True),
        sa.Column("body_key", sa.String(length=64), nullable=True),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("vouched", sa.Boolean(), nullable=False),
        sa.Column("unanswered", sa.Boolean(), nullable=False),
        sa.Column("traceback", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("mailbox", "uid_validity", "uid", name=op.f("uq_letter_mailbox")),
        sa.UniqueConstraint("message_id", "body_key", name=op.f("uq_letter_message_id")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index("ix_letter_sender", ["sender", "received"], unique=False)
        batch_op.create_index("ix_letter_waiting", ["state", "received", "id"], unique=False)

    op.create_table(
        "mailbox",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column(
            "uid_validity", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("last_uid", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("read_to_end", sa.DateTime(), nullable=True),
        sa.Column("lease_owner", sa.String(length=100), nullable=True),
        sa.Column("lease_until", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_mailbox")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("message_id", sa.String(length=255), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("stage", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(length=40), nullable=True),
        sa.Column("to", sa.String(length=320), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("about", sa.String(length=200), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("offers", sa.Text(), nullable=True),
        sa.Column("answers", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.DateTime(), nullable=False),
        sa.Column("sent", sa.DateTime(), nullable=True),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("lease_owner", sa.String(length=100), nullable=True),
        sa.Column("lease_until", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_due", ["state", "next_at", "id"], unique=False)
        batch_op.create_index("ix_outbox_to", ["to", "kind", "created"], unique=False)

    op.create_table(
        "pause",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_pause")),
    )
    op.create_table(
        "application",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("letter", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("asked", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_application_game")),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name=op.f("fk_application_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application")),
        sa.UniqueConstraint("game", "address", name=op.f("uq_application_game")),
    )
    op.create_table(
        "kept",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("letter", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("applied", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_kept_game")),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name=op.f("fk_kept_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept")),
    )
    with op.batch_alter_table("kept", schema=None) as batch_op:
        batch_op.create_index("ix_kept_role", ["game", "role"], unique=False)

    op.create_table(
        "press",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("audience", sa.String(length=8), nullable=False),
        sa.Column("to", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("letter", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("received", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_press_game")),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name=op.f("fk_press_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index("ix_press_stage", ["game", "stage"], unique=False)

    op.create_table(
        "revision",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("received", sa.DateTime(), nullable=False),
        sa.Column("letter", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_revision_game")),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name=op.f("fk_revision_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
        sa.UniqueConstraint("game", "stage", "role", "number", name=op.f("uq_revision_game")),
    )
    op.create_table(
        "seat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=True),
        sa.Column("taken", sa.DateTime(), nullable=False),
        sa.Column("ready", sa.DateTime(), nullable=True),
        sa.Column("zone", sa.String(length=60), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_seat_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("game", "role", name=op.f("uq_seat_game")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index("ix_seat_address", ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_game"), ["game"], unique=False)

    op.create_table(
        "seed_words",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("received", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_seed_words_game")),
        sa.PrimaryKeyConstraint("game", "stage", "role", name=op.f("pk_seed_words")),
    )
    op.create_table(
        "sheet",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_sheet_game")),
        sa.PrimaryKeyConstraint("game", "stage", "role", name=op.f("pk_sheet")),
    )
    op.create_table(
        "turn",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("ran", sa.DateTime(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("problems", sa.Text(), nullable=False),
        sa.Column("rolls", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.name"], name=op.f("fk_turn_game")),
        sa.PrimaryKeyConstraint("game", "stage", name=op.f("pk_turn")),
    )


def downgrade() -> None:
    op.drop_table("turn")
    op.drop_table("sheet")
    op.drop_table("seed_words")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_game"))
        batch_op.drop_index("ix_seat_address")

    op.drop_table("seat")
    op.drop_table("revision")
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_index("ix_press_stage")

    op.drop_table("press")
    with op.batch_alter_table("kept", schema=None) as batch_op:
        batch_op.drop_index("ix_kept_role")

    op.drop_table("kept")
    op.drop_table("application")
    op.drop_table("pause")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_to")
        batch_op.drop_index("ix_outbox_due")

    op.drop_table("outbox")
    op.drop_table("mailbox")
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.drop_index("ix_letter_waiting")
        batch_op.drop_index("ix_letter_sender")

    op.drop_table("letter")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index("ix_game_due")

    op.drop_table("game")
    with op.batch_alter_table("deed", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deed_game"))

    op.drop_table("deed")
