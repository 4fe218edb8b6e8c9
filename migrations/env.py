"""Run by Alembic: on the service's connection, or for a developer on MAILBOT_DATABASE."""

from __future__ import annotations

import os

from alembic import context
from sqlalchemy import Connection, create_engine

from mailbot.storage.tables import Base


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with create_engine(os.environ.get("MAILBOT_DATABASE", "sqlite://")).connect() as own:
        run(own)
