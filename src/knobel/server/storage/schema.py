"""The tables of the database."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
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
"""The hashes of the keys to seats; what is public about seats stands in the log."""

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
    # The only concurrency control there is: of two who write the same number, one is first, the other reads again.
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "key"),
)
