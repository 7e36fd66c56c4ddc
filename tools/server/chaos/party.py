"""A party: people who play one game after another, simultaneously or in turn, some with two phones for a seat."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from knobel.library import games
from knobel.tables.keys import new_token
from tools.server.caller import loopback
from tools.server.chaos.phone import Net, Phone
from tools.server.chaos.player import play


@dataclass(frozen=True)
class Taste:
    """What a party plays, and how."""

    game: str
    people: int
    bot: bool = False
    dice: str = "checked"
    undo: str = "free"
    phones: int = 1
    """How many phones play the first seat; two of them compete."""
    options: tuple[tuple[str, str], ...] = ()
    clock: int | None = None
    """Seconds for a turn; who lets them pass is replaced by a bot."""


def tastes() -> tuple[Taste, ...]:
    """All variants: all games, own dice, bots, several phones for a seat, options, simultaneous decisions."""
    first, *others = games()
    plain = [
        Taste(spec.key, min(4, spec.seats[-1]) if spec.simultaneous else max(2, spec.seats[0]), phones=1 + number % 2)
        for number, spec in enumerate((first, *others))
    ]
    varied = [
        Taste(spec.key, 2, undo="off", options=tuple((option.key, "yes") for option in spec.options if option.flag))
        for spec in (first, *others)
        if any(option.flag for option in spec.options)
    ]
    alone = next(spec.key for spec in others if 1 in spec.seats and not spec.coupled)
    timed = Taste(alone, 2, clock=30)
    return (Taste(alone, 1, bot=True), timed, *plain, Taste(alone, 2, dice="own", phones=2), *varied)


class Party:
    """The people of a party, their phones, and their table."""

    def __init__(self, taste: Taste, net: Net, number: int, random: Random) -> None:
        self.taste, self.ledger, self.random = taste, net.ledger, random
        keys = [new_token() for _ in range(taste.people)]
        keys += keys[:1] * (taste.phones - 1)
        self._phones = [
            Phone(key, net, loopback(10 * number + place), Random(random.random())) for place, key in enumerate(keys)
        ]
        self._people = self._phones[: taste.people]

    async def run(self, ending: asyncio.Event) -> None:
        """Play until the run ends."""
        number = 0
        try:
            while not ending.is_set():
                number += 1
                table = await self._sit_down(f"party-{number}")
                while await self._play(table, ending) and self.random.random() < 0.5:
                    table = await self._again(table)
        finally:
            for phone in self._phones:
                phone.close()

    async def _sit_down(self, word: str) -> str:
        """Open a new table, and let everybody join."""
        taste, (host, *guests) = self.taste, self._people
        seats: list[dict[str, str]] = [{"kind": "here", "name": "Anna"}, *({"kind": "link"} for _ in guests)]
        if taste.bot:
            seats.append({"kind": "bot", "level": "chick"})
        wish: dict[str, Any] = {"game": taste.game, "options": dict(taste.options), "seats": seats}
        opened = await host.open({**wish, "dice": taste.dice, "undo": taste.undo, "clock": taste.clock}, word)
        table: str = opened["table"]
        seal: str | None = opened["seal"]
        await asyncio.gather(host.join(table, seal), *(guest.join(table, seal, opened["invite"]) for guest in guests))
        return table

    async def _play(self, table: str, ending: asyncio.Event) -> bool:
        """Play a game; True if it was played to its end, after its record was read."""
        await asyncio.gather(*(play(phone, table, ending) for phone in self._phones))
        if ending.is_set():
            return False
        for phone in self._people:
            self.ledger.pages[table].records.append(await phone.expect("GET", f"/api/tables/{table}/record"))
        return True

    async def _again(self, table: str) -> str:
        """Let everybody ask for a rematch at once, and join it."""
        requests = [phone.expect("POST", f"/api/tables/{table}/rematch", {}) for phone in self._people]
        for rematch in await asyncio.gather(*requests):
            self.ledger.again_at(table, rematch["table"])
        following = self.ledger.pages[table].next
        assert following
        seal: str | None = (await self._people[0].look(following))["seal"]
        await asyncio.gather(*(phone.join(following, seal) for phone in self._people))
        return following


def parties(count: int, net: Net, random: Random) -> list[Party]:
    """This many parties, with all variants in turn."""
    variants = tastes()
    return [Party(variants[number % len(variants)], net, number, Random(random.random())) for number in range(count)]
