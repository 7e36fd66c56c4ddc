"""The state of a database's schema: which steps it has taken, and whether those are all there are."""

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from knobel.core.errors import BadSetup
from knobel.server.database import Database, answering, migrations


def revision(connection: Connection) -> str | None:
    """The last step that a database has taken; None if it is no database of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def known(connection: Connection) -> tuple[str, ...]:
    """All steps there are, the newest first."""
    script = ScriptDirectory.from_config(migrations(connection))
    return tuple(step.revision for step in script.walk_revisions())


async def check_known(database: Database) -> bool:
    """Refuse what is no database of ours; whether it has taken all steps. Nothing is changed by looking."""
    file = Path(database.url.database or "")
    if not database.postgres and not file.is_file():
        raise BadSetup(f"there is no database at {file}; knobel serve makes one")
    if not database.postgres and not file.stat().st_size:
        # SQLite would begin to make one of it.
        raise BadSetup(f"this is no database of Knobel: {file} is empty")
    try:
        with answering():
            async with database.reader.connect() as connection:
                found = await connection.run_sync(revision)
                steps = await connection.run_sync(known)
    except DBAPIError as error:
        raise BadSetup(f"this is no database of Knobel: {error.orig}") from error
    if found is None:
        raise BadSetup("this is no database of Knobel; knobel serve makes one")
    if found not in steps:
        raise BadSetup(f"a newer Knobel made this database (its schema is {found}); bring this one up to date first")
    return found == steps[0]


async def check_current(database: Database) -> None:
    """Refuse also a database that an older Knobel made."""
    if not await check_known(database):
        raise BadSetup("an older Knobel made this database; run knobel serve once, which brings it up to date")
