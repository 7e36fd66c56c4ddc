"""A player: plays random moves at one table with one phone until the game is over."""

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import Any

from knobel.core.entry import read_entry, write_entry
from knobel.core.game import AnyGame, Fell, Moved, Throw, replay
from knobel.library import make
from tools.server.chaos.phases import STORM
from tools.server.chaos.phone import Phone

_UNDO = 0.04
_FIX = 0.02
_THINKING = 1.0
"""The greatest number of seconds before a move, except in the storm, where moves are made at once."""


async def play(phone: Phone, table: str, ending: asyncio.Event) -> None:
    """Follow a table and play there, until the game is over or the run ends."""
    news, idle = asyncio.Event(), 0.0
    following = asyncio.create_task(phone.follow(table, news))
    try:
        while not ending.is_set():
            news.clear()
            view = await phone.look(table)
            if view["over"]:
                return
            wish = choose(view, phone.random)
            if view["opening"] and table in phone.nonces:
                await phone.open_nonce(table)
            if view["clock"]:
                await _mind_the_clock(phone, table, view)
            if wish:
                if idle and any(seat["bot"] for seat in view["seats"]):
                    phone.phases.bot_played(time.monotonic() - idle)
                idle = 0.0
                if phone.phases.now != STORM:
                    await asyncio.sleep(phone.random.uniform(0, _THINKING))
                await phone.send(table, *wish, view["seq"])
            else:
                idle = idle or (time.monotonic() if view["started"] else 0.0)
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await news.wait()
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


async def _mind_the_clock(phone: Phone, table: str, view: dict[str, Any]) -> None:
    """Come back if a bot plays for oneself, and let one play for somebody whose time is over."""
    if any(view["seats"][seat]["away"] for seat in view["you"]):
        await phone.insist("POST", f"/api/tables/{table}/back", {})
    elif view["deadline"] and view["now"] > view["deadline"] and not view["moves"]:
        for seat in range(len(view["seats"])):
            # Whoever is not late stays; the server decides.
            await phone.insist("POST", f"/api/tables/{table}/bot", {"seat": seat, "level": "hare"})


def choose(view: dict[str, Any], random: Random) -> tuple[int, str] | None:
    """A seat and its command: a move, typed dice, or sometimes an undo."""
    if not view["started"]:
        return None
    if view["entries"] and random.random() < _UNDO:
        number, text = view["entries"][-1]
        mine = [seat for seat in view["you"] if text.startswith(f"{seat} ")]
        if mine or view["dice"] == "own":
            return (mine or view["you"])[0], f"undo {number}"
    if view["dice"] == "own":
        typed = _typed(view, random)
        if typed:
            return typed
    if not view["moves"]:
        return None
    seat = random.choice(sorted(view["moves"]))
    moves = view["moves"][seat]
    # Moves that end turns are preferred, so that games end.
    writes = [move for move in moves if not move.startswith("keep")]
    return int(seat), random.choice(writes if writes and random.random() < 0.7 else moves)


def _typed(view: dict[str, Any], random: Random) -> tuple[int, str] | None:
    """A command that types the awaited dice, or corrects some."""
    game: AnyGame = make(view["game"], len(view["seats"]), **view["options"])
    events = [(number, read_entry(game, text)) for number, text in view["entries"]]
    happened = [event for _, event in events if isinstance(event, Fell | Moved)]
    pending = game.pending(replay(game, happened))
    if isinstance(pending, Throw) and pending.seat in view["you"]:
        return pending.seat, write_entry(game, _fall(game, pending, random))
    if events and isinstance(events[-1][1], Fell) and random.random() < _FIX:
        before = game.pending(replay(game, happened[:-1]))
        assert isinstance(before, Throw)
        return view["you"][0], f"correct {events[-1][0]} {write_entry(game, _fall(game, before, random))}"
    return None


def _fall(game: AnyGame, throw: Throw, random: Random) -> Fell:
    return Fell(tuple(random.choice(game.pool[position].values) for position in throw.dice))
