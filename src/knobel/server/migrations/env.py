"""What Alembic runs; the connection comes from `knobel.server.store`."""

from alembic import context

from knobel.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
