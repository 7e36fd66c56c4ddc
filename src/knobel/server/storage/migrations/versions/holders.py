"""Several keys for a seat, and several seats for a key; options for coach and clock."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the holders from the seats."""
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("ticket", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hash", "seat"),
    )
    op.execute("INSERT INTO holders (table_id, seat, hash, ticket) SELECT table_id, seat, token_hash, false FROM seats")
    op.create_index("holders_by_hash", "holders", ["hash"])
    op.drop_table("seats")
    op.add_column("tables", sa.Column("coach", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("clock", sa.Integer))
