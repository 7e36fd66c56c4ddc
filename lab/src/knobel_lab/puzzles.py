"""Finds puzzles in games of bots: decisions in which the natural move was made and is a blunder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from knobel.coach.choices import kind_of, menu, move_label, scene_of
from knobel.coach.numbers import classify, spread
from knobel.coach.why import Case
from knobel.core.dice import seeded
from knobel.core.entry import write_entry
from knobel.core.errors import KnobelError
from knobel.core.game import AnyGame, Event, Fell, Moved, Throw, read_move, step
from knobel.core.playout import play_record
from knobel.core.record import Record
from knobel.games.holding.tray import Keep
from knobel.games.spec import spec
from knobel.players.bot import USUAL, Greedy, bot, level, natural
from knobel.players.judge import ENDGAMES, Judge, judge_of, objectives
from knobel.scene.text import Text
from knobel.today.puzzle import Puzzle, Puzzles

PLAYERS = ("hare", "cat")
"""The levels of the bots that play."""
WRONG = "blunder"
"""The verdict that the natural move must have."""
CLEAR = ("mistake", "blunder")
"""The verdicts that the second best choice may have, so that the answer is clear."""
GUESSED = ("learned", "expected")
"""Approximations with larger errors, for which the second best choice must be a blunder as well."""
SILLY = 1.0
"""The greatest loss, in spreads, of a move that still tempts people."""
FEWEST = 3
"""The least number of different choices."""
TRIES = 40
"""How many bots of the usual level are asked to find out how hard a puzzle is."""
DIGITS = 4


def find_puzzles(
    game: AnyGame, games: int, seed: int, since: date, progress: Callable[[int, int, int], None] = lambda *_: None
) -> Puzzles:
    """The puzzles in this many games of bots, at most one of each game and none twice; reports its progress."""
    seen: set[tuple[Any, ...]] = set()
    found: list[Puzzle] = []
    for number in range(games):
        levels = tuple(PLAYERS[(number + seat) % len(PLAYERS)] for seat in range(game.seats))
        record, source = _played(game, levels, seed * games + number)
        wrong = [one for one in _wrong_moves(record, source) if one.looks not in seen]
        if wrong:
            clearest = max(wrong, key=lambda one: one.margin)
            seen.add(clearest.looks)
            found.append(_puzzle(clearest, record, levels, len(found) + 1))
        progress(number + 1, games, len(found))
    return Puzzles(since, tuple(found))


def retold(known: Puzzles) -> Puzzles:
    """The same puzzles with the reasons that the coach gives now."""
    return replace(known, listed=tuple(map(_retold, known.listed)))


def _retold(puzzle: Puzzle) -> Puzzle:
    record = puzzle.record("en")
    game, state, seat = record.game, record.state, puzzle.seat
    chosen, best = (read_move(game, move) for move in (puzzle.natural, puzzle.best))
    reasons = spec(game).why.reasons(Case(judge_of(game, puzzle.objective, ENDGAMES), game, state, seat), chosen, best)
    return replace(puzzle, reasons=reasons, label=move_label(game, state, seat, chosen, scene_of(game, state)))


def _played(game: AnyGame, levels: tuple[str, ...], source: int) -> tuple[Record, int]:
    """A game of bots of these levels, and the seed of its dice and bots."""
    players = [bot(game, level(key), source + seat) for seat, key in enumerate(levels)]
    return play_record(Record(game), players, seeded(source)), source


@dataclass(frozen=True, eq=False)
class _Wrong:
    """A decision in which the natural move was made and is a blunder, while one choice is clearly best."""

    at: int
    """The number of entries before it."""
    case: Case
    move: Any
    best: Any
    loss: float
    margin: float
    reasons: tuple[Text, ...]

    @property
    def looks(self) -> tuple[Any, ...]:
        """The key by which two puzzles look the same to people."""
        dice = scene_of(self.case.game, self.case.state).tray.dice
        return (*sorted(f"{die.colour} {die.face}" for die in dice), str(self.best), str(self.move))


def _wrong_moves(record: Record, source: int) -> Iterator[_Wrong]:
    """The decisions of a game that make puzzles."""
    game = record.game
    # The objective of bots of these levels: one's own sheet, whatever the others have.
    objective = objectives(game)[-1]
    quick, strong = judge_of(game, objective), judge_of(game, objective, ENDGAMES)
    for at, ((_, event), state) in enumerate(zip(record.standing, record.states, strict=False)):
        if not isinstance(event, Moved):
            continue
        kind, usual = (
            kind_of(game, state, event.seat, move, scene_of(game, state))
            for move in (event.move, natural(game, state, event.seat, Greedy(source)))
        )
        # The quick judge rules out most decisions.
        if kind == usual and _rated(quick, game, state, event):
            rated = _rated(strong, game, state, event)
            case = Case(strong, game, state, event.seat)
            reasons = spec(game).why.reasons(case, event.move, rated[0]) if rated else ()
            if rated and reasons:
                yield _Wrong(at, case, event.move, *rated, reasons)


def _rated(judge: Judge, game: AnyGame, state: Any, event: Moved) -> tuple[Any, float, float] | None:
    """The best move, the loss of the one that was made, and that of the second best; None if this is no puzzle."""
    ratings = judge.rate(game, state, event.seat)
    choices = menu(game, state, event.seat, ratings, event.move)
    if len(choices.moves) < FEWEST:
        return None
    best, second, *_ = [float(ratings[move]) for move in choices.moves]
    loss = best - float(ratings[event.move])
    margin = best - second
    unit = spread(game, judge.objective)
    exact = judge.exact(game, state, event.seat)
    guessed = not exact and spec(game).judge.approximation(game.seats, judge.objective) in GUESSED
    clear = (WRONG,) if guessed else CLEAR
    wrong = classify(loss, unit) == WRONG and loss <= SILLY * unit
    return (choices.moves[0], loss, margin) if wrong and classify(margin, unit) in clear else None


def _puzzle(wrong: _Wrong, record: Record, levels: tuple[str, ...], number: int) -> Puzzle:
    """The puzzle that asks for the best move instead."""
    game, case = record.game, wrong.case
    usual = {option.key: option.default for option in spec(game).options}
    return Puzzle(
        game=game.key,
        number=number,
        options={key: value for key, value in game.options.items() if value != usual[key]},
        levels=levels,
        seat=case.seat,
        played=shortened(record, wrong.at),
        best=str(wrong.best),
        natural=str(wrong.move),
        objective=case.judge.objective,
        loss=round(wrong.loss, DIGITS),
        margin=round(wrong.margin, DIGITS),
        found=_found(wrong),
        reasons=wrong.reasons,
        label=move_label(game, case.state, case.seat, wrong.move, scene_of(game, case.state)),
    )


def _found(wrong: _Wrong) -> float:
    """The share of bots of the usual level that find the best move."""
    game, state, seat = wrong.case.game, wrong.case.state, wrong.case.seat
    scene = scene_of(game, state)
    right = kind_of(game, state, seat, wrong.best, scene)
    moves = (bot(game, USUAL, seed)(game, state, seat) for seed in range(TRIES))
    return sum(kind_of(game, state, seat, move, scene) == right for move in moves) / TRIES


def shortened(record: Record, count: int) -> tuple[str, ...]:
    """The lines of a record up to this number of entries, in which each finished turn has only its last throw."""
    game, events, states = record.game, [event for _, event in record.standing[:count]], record.states
    told: list[Event] = []
    at = 0
    while at < count:
        end = next((place for place in range(at, count) if _ends_turn(events[place])), count)
        short = _at_once(game, states[at], events[at : end + 1]) if end < count else None
        if short and _after(game, states[at], short) == states[end + 1]:
            told += short
            at = end + 1
        else:
            told.append(events[at])
            at += 1
    return tuple(write_entry(game, event) for event in told)


def _ends_turn(event: Event) -> bool:
    return isinstance(event, Moved) and not isinstance(event.move, Keep)


def _at_once(game: AnyGame, state: Any, events: list[Event]) -> list[Event] | None:
    """The same turn with all its dice in one throw; None if it does not begin with a throw of all dice."""
    lying: dict[int, int] = {}
    for event in events:
        pending = game.pending(state)
        if isinstance(event, Fell) and isinstance(pending, Throw):
            lying |= dict(zip(pending.dice, event.faces, strict=True))
        if len(lying) < len(game.pool):
            return None
        state = step(game, state, event)
    return [Fell(tuple(lying[at] for at in range(len(game.pool)))), events[-1]]


def _after(game: AnyGame, state: Any, events: list[Event]) -> Any:
    """The state after these events; None if they are not allowed."""
    try:
        for event in events:
            state = step(game, state, event)
    except KnobelError:
        return None
    return state
