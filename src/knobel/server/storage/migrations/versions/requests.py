"""The hash of the request that opened a table, so that an idempotency key cannot be reused for another request."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a column, which is null for older tables."""
    op.add_column("tables", sa.Column("asked", sa.String(64)))
