"""Boards of results: circles, and the results handed in for the games of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create both tables, empty."""
    op.create_table(
        "circles",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("ticket", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("circles_by_hash", "circles", ["hash"])
    op.create_table(
        "results",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("face", sa.String(20), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("objective", sa.String(20)),
        sa.Column("luck", sa.Double),
        sa.Column("decisions", sa.Double),
        sa.Column("spread", sa.Double),
        sa.Column("brought", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("circle_id", "day", "game", "hash"),
    )
    op.create_index("results_by_hash", "results", ["hash"])
    op.create_index("results_by_time", "results", ["at"])
