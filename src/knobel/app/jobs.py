"""Answers of the coach: hints, reviews, positions; they take long to compute.

All functions take and return plain values only, so that they can run in another process, or on a device.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from knobel.app.requests import MOST_SHEETS
from knobel.app.today.result import BoardEntry, board_entry, result
from knobel.coach import as_json, hints, review
from knobel.coach.compare import compare
from knobel.coach.decisive import decisive
from knobel.coach.explore import BadPosition, Position, explore
from knobel.coach.headline import objective_text
from knobel.coach.judge import ENDGAMES, judge_of, objectives
from knobel.coach.review import hint_in
from knobel.core.entry import write_entry
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Decide, Over, Throw
from knobel.core.record import Record
from knobel.library import make
from knobel.scene import look
from knobel.scene.model import as_json as scene_json
from knobel.scene.text import catalogue, plain_text, say, text
from knobel.solve.hindsight import best, offered
from knobel.tables import reports
from knobel.tables.replay_after import Placed

WARM = 6
"""The number of steps of a game that are played to warm up."""
PROOF = 5.0
"""Seconds for the proof of the best possible result of a day."""


def warm(key: str, seats: int, options: Mapping[str, str]) -> None:
    """Load and compile everything the coach needs for a game."""
    for _ in warming(make(key, seats, **options)):
        pass


def warming(game: AnyGame) -> Iterator[None]:
    """Warm up coach and bots for a game by asking them about its first steps; yields after each step."""
    judge = judge_of(game, None, ENDGAMES)
    yield
    # Most bots play for another objective than the coach.
    usual = judge_of(game, objectives(game)[-1])
    yield
    names = tuple(str(seat) for seat in range(game.seats))
    state = game.start()
    for _ in range(WARM):
        match game.pending(state):
            case Throw(_, dice):
                state = game.land(state, tuple(game.pool[at].first for at in dice))
            case Decide((seat, *_)):
                for each_judge in (judge, usual):
                    each_judge.rate(game, state, seat)
                    yield
                hint_in(game, state, seat, judge, names)
                yield
                state = game.play(state, seat, game.moves(state, seat)[0])
            case _:
                return


def hints_for(record: str, seat: int | None, language: str, objective: str | None = None) -> list[dict[str, Any]]:
    """A hint for each seat that has to decide, or for one of them."""
    catalogue(language)
    return [as_json(hint, language) for hint in hints(Record.read(record), seat, objective=objective)]


def review_of(
    record: str,
    seat: int | None,
    language: str,
    objective: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """The review of a game so far; `progress` is called with the number of steps done and of all steps."""
    catalogue(language)
    return as_json(review(Record.read(record), seat, objective=objective, progress=progress), language)


def decisive_of(record: str, seat: int | None) -> dict[str, Any] | None:
    """The moment that decided a game, before translation."""
    moment = decisive(review(Record.read(record), seat))
    if not moment:
        return None
    plain = {name: getattr(moment, name) for name in ("seat", "kind", "turn", "size")}
    return {**plain, "words": plain_text(moment.words)}


def result_of_day(record: str, language: str) -> dict[str, Any]:
    """The result of the game of a day, as values and in words."""
    of_day = result(Record.read(record), seconds=PROOF)
    words = [say(line, language) for line in of_day.words()]
    return {**of_day.as_dict(), "title": say(of_day.title, language), "words": words}


def board_entry_of(record: str, latest: date) -> BoardEntry:
    """The result that a board shows for a record, if it counts."""
    return board_entry(Record.read(record), latest)


def consequences(record: str, waiting: Sequence[Placed], entered_by: Mapping[int, int], move: str) -> dict[str, Any]:
    """The consequences a correction would have at a table with this record, and with these events to be put back."""
    return reports.consequences(Record.read(record), waiting, entered_by, move)


def compared(first: str, second: str, seat: int) -> dict[str, Any]:
    """A comparison of two games with the same dice, before translation, with their final scenes."""
    records = Record.read(first), Record.read(second)
    scenes = [scene_json(look(record.game, record.state)) for record in records]
    return {**as_json(compare(*records, seat), None), "seat": seat, "scenes": scenes}


def best_of(record: str, seat: int, seconds: float, language: str) -> dict[str, Any]:
    """The best that a seat could have made of its dice, as far as it is found and proven in that time."""
    catalogue(language)
    played = Record.read(record)
    if not offered(played.game):
        raise BadSetup(f"the best possible result of {played.game.key} cannot be calculated")
    possible = best(played, seat, seconds)
    return {
        "seat": possible.seat,
        "reached": possible.reached,
        "points": possible.points,
        "bound": possible.bound,
        "proven": possible.proven,
        "words": say(possible.words(), language, played.names),
        "scene": scene_json(look(possible.game, possible.state)),
    }


def study(text: str, language: str, hint: bool, reviewed: bool, objective: str | None) -> dict[str, Any]:
    """The position where a record ends: its scene, its moves, and a hint and a review if wanted."""
    catalogue(language)
    record = Record.read(text)
    game, state, pending = record.game, record.state, record.pending
    waiting = {Throw: "throw", Decide: "decide", Over: "over"}[type(pending)]
    deciding = pending.seats if isinstance(pending, Decide) else ()
    return {
        "names": list(record.names),
        "scene": scene_json(look(game, state)),
        "waiting": waiting,
        "cup": [position + 1 for position in pending.dice] if isinstance(pending, Throw) else [],
        "moves": {str(seat): [str(move) for move in game.moves(state, seat)] for seat in deciding},
        "entries": [[number, write_entry(game, event)] for number, event in record.standing],
        "hints": [as_json(advice, language) for advice in hints(record, objective=objective)] if hint else None,
        "review": as_json(review(record, objective=objective), language) if reviewed else None,
    }


def explored(
    game: str, position: Position, options: Mapping[str, object], reach: int | None, language: str
) -> dict[str, Any]:
    """The analysis of a position that was set up by hand, in sentences of a language."""
    names = tuple(say(text("explore.player", number=seat + 1), language) for seat in range(MOST_SHEETS))
    try:
        analysis = explore(game, position, options, reach, names)
    except BadPosition as error:
        translated = BadSetup(say(error.words, language))
        translated.text = error.text
        raise translated from error
    return {
        "names": list(analysis.names),
        "scene": scene_json(analysis.scene),
        "places": [{**asdict(place), "label": say(place.label, language)} for place in analysis.places],
        "throws": analysis.throws,
        "value": analysis.value,
        "amount": say(analysis.amount, language),
        "objective": analysis.objective,
        "aim": say(objective_text(game, analysis.objective), language),
        "exact": analysis.exact,
        "hint": as_json(analysis.hint, language) if analysis.hint else None,
        "odds": [{**asdict(chance), "label": say(chance.label, language)} for chance in analysis.odds],
    }
