"""The schema of the database."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("undo", String(8), nullable=False),
    Column("dice", Text, nullable=False),
    Column("coach", Boolean, nullable=False),
    Column("clock", Integer),
    Column("secret", LargeBinary),
    Column("invite_hash", String(64), nullable=False),
    Column("watch_hash", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("asked", String(64)),
)

HOLDERS = Table(
    "holders",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("ticket", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "hash", "seat"),
    Index("holders_by_hash", "hash"),
)
"""The hashes of the keys to seats; public information about seats is in the log."""

LOG = Table(
    "log",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("seat", Integer),
    Column("at", BigInteger, nullable=False),
    Column("key", String(64)),
    Column("asked", Text),
    # The only concurrency control: if two workers write the same number, one fails with a conflict and reads again.
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "key"),
)

CIRCLES = Table(
    "circles",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("ticket", String(64), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("circles_by_hash", "hash"),
)
"""Circles: people who share a board, with the hashes of their ticket and of the key that made them."""

RESULTS = Table(
    "results",
    METADATA,
    Column("id", String(32), primary_key=True),
    # Empty for the board for everybody.
    Column("circle_id", String(32), nullable=False),
    Column("day", String(10), nullable=False),
    Column("game", String(32), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("face", String(20), nullable=False),
    Column("score", Integer, nullable=False),
    Column("objective", String(20)),
    Column("luck", Double),
    Column("decisions", Double),
    Column("spread", Double),
    Column("brought", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Only the first result counts: of two handed in for the same key at once, the second fails.
    UniqueConstraint("circle_id", "day", "game", "hash"),
    Index("results_by_hash", "hash"),
    Index("results_by_time", "at"),
)
"""The results handed in for the games of a day, one row for each board."""
