"""The environment of Alembic; the connection comes from `knobel.server.storage.database`."""

from alembic import context

from knobel.server.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
