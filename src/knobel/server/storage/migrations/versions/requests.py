"""What a table was asked for, so that an idempotency key is not taken for another request."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a column; of older tables nobody knows."""
    op.add_column("tables", sa.Column("asked", sa.String(64)))
