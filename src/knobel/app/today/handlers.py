"""Requests about a day: its games and puzzles, and the table for one of its games."""

from collections.abc import Sequence
from typing import Any

from knobel.app.application import App
from knobel.app.routing import Call
from knobel.app.tables import open_new
from knobel.app.today.puzzle import has_puzzle, puzzle, puzzle_of, puzzles
from knobel.library import find
from knobel.scene.rulebook import chosen
from knobel.tables.day import DayGame, day_game, featured, first_day, games_of, read_day
from knobel.tables.open import NewSeat, NewTable


def games_of_day(day: str, language: str, *, boards: bool = False) -> dict[str, Any]:
    """The games of a day, the featured one first; `boards` says whether results can be handed in."""
    when = read_day(day)
    first = featured(when)
    return {
        "day": day,
        "first": first_day().isoformat(),
        "boards": boards,
        "games": [_game(game, first, language) for game in games_of(when)],
    }


def _game(game: DayGame, first: str, language: str) -> dict[str, Any]:
    return {
        "game": game.game,
        "featured": game.game == first,
        "rivals": list(game.rivals),
        "options": dict(game.options),
        "terms": chosen(game.game, game.options, language),
        "seal": game.dice.seal,
        "puzzle": puzzle_of(game.day, game.game).number if has_puzzle(game.day, game.game) else None,
    }


def day_table(day: str, key: str, names: Sequence[str | None], *, coach: bool) -> NewTable:
    """A new table for the game of a day: the first seat is for whoever asks, and no nonces are added."""
    game = day_game(read_day(day), key)
    padded = (*names, *(None for _ in range(game.seats)))
    bots = (NewSeat("bot", name, level) for name, level in zip(padded[1:], game.rivals, strict=False))
    seats = (NewSeat("here", padded[0]), *bots)
    return NewTable(game.game, seats, game.options, undo="free", coach=coach, dealt=game.dice)


def puzzle_list(game: str) -> dict[str, Any]:
    """All puzzles of a game, how hard they are, and what they are about."""
    listed = [
        {"number": puzzle.number, "difficulty": puzzle.difficulty, "theme": puzzle.theme}
        for puzzle in puzzles(game).listed
    ]
    return {"game": game, "puzzles": listed}


def puzzle_asked(game: str, number: int, language: str) -> dict[str, Any]:
    """A puzzle to answer, and the number of the next."""
    chosen = puzzle(game, number)
    return {**chosen.as_dict(language), "following": number % len(puzzles(chosen.game).listed) + 1}


async def read_games_of_day(app: App, call: Call) -> dict[str, Any]:
    """The games of a day."""
    return games_of_day(call.path["day"], call.query.language, boards=app.edition.boards)


async def open_game_of_day(app: App, call: Call) -> dict[str, Any]:
    """Open a table for the game of a day; the first seat is for whoever asks, and no nonces are added."""
    body = call.body
    wish = day_table(body.day, body.game, body.names, coach=body.coach)
    return await open_new(app, wish, call.key, body.key)


async def read_puzzles(_: App, call: Call) -> dict[str, Any]:
    """All puzzles of a game, and how hard they are."""
    return puzzle_list(find(call.path["game"]).key)


async def read_puzzle(_: App, call: Call) -> dict[str, Any]:
    """A puzzle to answer."""
    return puzzle_asked(call.path["game"], int(call.path["number"]), call.query.language)
