"""A worker in a process of its own that plays seats, and prints what it is told."""

import asyncio
import json
import sys

from knobel.core.errors import KnobelError
from knobel.tables.play import Command
from tests.server.service import Service
from tests.tables.people import moves_in


def tell(what: object) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{json.dumps(what)}\n")
    sys.stdout.flush()


async def play(url: str, me: str, most: int, tickets: list[list[str]]) -> None:
    """Play all these seats until their games are over; after so many commands wait to be killed."""
    service = Service(url)
    await service.start()
    tell("ready")
    number, busy = 0, True
    while busy:
        busy = False
        for table, token in tickets:
            seen = await service.view(table, token)
            busy = busy or not seen["over"]
            if moves_in(seen):
                if number == most:
                    await asyncio.Event().wait()
                number += 1
                key = f"{me}-{number}"
                move = moves_in(seen)[(number * 7) % len(moves_in(seen))]
                try:
                    told = await service.command(table, token, Command(move, seen["seq"], key))
                except KnobelError as error:
                    tell([table, key, error.code])
                else:
                    tell([table, key, told])
    await service.close()


def main() -> None:
    """What a forked process does."""
    asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])))
