"""Helpers shared by the scenes of all games."""

from functools import lru_cache

from knobel.core.game import AnyGame, Decide, Over, Pending, Throw
from knobel.games.holding.starting import Starting
from knobel.games.holding.tray import Tray as Dice
from knobel.scene.model import Choice, Scene, Sheet, Tray, TrayDie
from knobel.scene.text import Text, game_text, text

POINTS = text("unit.points")
"""The unit of most games."""


@lru_cache(maxsize=1024)
def tray_die(position: int, die: str, face: str | None, colour: str | None = None) -> TrayDie:
    """A die of the tray, cached: few differ, and every throw shows them again."""
    return TrayDie(position, die, face, colour)


def tray(game: AnyGame, dice: Dice, most: int, keep: Text | None) -> Tray:
    """The tray of a game with dice to hold."""
    shown = [
        tray_die(at, die.name, None) if face is None else tray_die(at, die.name, die.sign(face), die.colour(face))
        for at, (die, face) in enumerate(zip(game.pool, dice.dice, strict=True), 1)
    ]
    return Tray(tuple(shown), dice.throws, most, keep)


def keep_text(left: int) -> Text | None:
    """The text for holding dice while this many throws are left."""
    return text("keep.left", n=left) if left else None


def prompt(pending: Pending, dice: Dice, most: int) -> Text:
    """The prompt of a game with dice to hold."""
    match pending:
        case Throw(seat, cup) if dice.throws:
            return text("prompt.throw_again", seat=seat, n=len(cup))
        case Throw(seat, _):
            return text("prompt.throw", seat=seat)
        case Decide((seat, *_)) if dice.throws < most:
            return text("prompt.keep_or_write", seat=seat)
        case Decide((seat, *_)):
            return text("prompt.write", seat=seat)
        case Over(places):
            return over(places)
    raise AssertionError


def over(places: tuple[int, ...]) -> Text:
    """The text of who won."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    if len(places) == 1:
        return text("prompt.over_solo")
    if len(winners) > 1:
        return text("prompt.over_shared", n=len(winners))
    return text("prompt.over", seat=winners[0])


def starting_scene(game: AnyGame, starting: Starting, tray: Tray, sheets: tuple[Sheet, ...]) -> Scene:
    """The scene of a table before it is known who begins."""
    match starting.pending, starting.way:
        case Throw(seat, _), "roll":
            question = text("prompt.roll_to_begin", seat=seat)
        case Throw(), _:
            question = text("prompt.lot", n=starting.seats)
        case _:
            question = game_text(game, "begins.question")
    notes = tuple(text("rolled", seat=seat, number=number) for seat, number in starting.rolled if number is not None)
    answers = starting_choices(starting)
    return scene(game, starting.pending, question, tray, sheets, choices=answers, notes=notes)


def starting_choices(starting: Starting) -> tuple[Choice, ...]:
    """The choices that answer who begins."""
    return tuple(Choice(0, str(move), text("choice.begins", seat=move.seat)) for move in starting.moves)


def scene(
    game: AnyGame,
    pending: Pending,
    prompt: Text,
    tray: Tray,
    sheets: tuple[Sheet, ...],
    *,
    choices: tuple[Choice, ...] = (),
    notes: tuple[Text, ...] = (),
) -> Scene:
    """Build the scene of a table from what it waits for."""
    match pending:
        case Throw(seat, _):
            return Scene(game.key, game.options, "throw", (seat,), prompt, tray, sheets, notes=notes)
        case Decide(seats):
            return Scene(game.key, game.options, "decide", seats, prompt, tray, sheets, choices, notes=notes)
        case Over(places):
            return Scene(game.key, game.options, "over", (), prompt, tray, sheets, places=places, notes=notes)
