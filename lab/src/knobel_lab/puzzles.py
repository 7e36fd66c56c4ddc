"""Finds puzzles in games of bots: decisions in which the natural move was made and is a blunder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from knobel.app.today.puzzle import Puzzle, Puzzles
from knobel.coach.bot import USUAL, Greedy, bot, level, natural
from knobel.coach.choices import kind_of, menu, move_label, scene_of
from knobel.coach.judge import ENDGAMES, Judge, judge_of, objectives
from knobel.coach.numbers import classify, spread
from knobel.coach.why import Decision
from knobel.core.dice import seeded
from knobel.core.entry import write_entry
from knobel.core.errors import KnobelError
from knobel.core.game import AnyGame, Event, Fell, Moved, Throw, read_move, step
from knobel.core.playout import play_record
from knobel.core.record import Record
from knobel.games.spec import spec
from knobel.games.turns import ends_turn
from knobel.scene.text import Text

PLAYERS = ("hare", "cat")
"""The levels of the bots that play."""
WRONG = "blunder"
"""The verdict that the natural move must have."""
CLEAR = ("mistake", "blunder")
"""The verdicts that the second best choice may have, so that the answer is clear."""
APPROXIMATE = ("learned", "expected")
"""Approximations with larger errors, for which the second best choice must be a blunder as well."""
MOST_LOSS = 1.0
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
    puzzles: list[Puzzle] = []
    for number in range(games):
        levels = tuple(PLAYERS[(number + seat) % len(PLAYERS)] for seat in range(game.seats))
        record, source = _played(game, levels, seed * games + number)
        wrong = [one for one in _blunders(record, source) if one.appearance not in seen]
        if wrong:
            clearest = max(wrong, key=lambda one: one.margin)
            seen.add(clearest.appearance)
            puzzles.append(_puzzle(clearest, record, levels, len(puzzles) + 1))
        progress(number + 1, games, len(puzzles))
    return Puzzles(since, tuple(puzzles))


def with_new_reasons(puzzles: Puzzles) -> Puzzles:
    """The same puzzles with the reasons that the coach gives now."""
    return replace(puzzles, listed=tuple(map(_with_new_reasons, puzzles.listed)))


def _with_new_reasons(puzzle: Puzzle) -> Puzzle:
    record = puzzle.record("en")
    game, state, seat = record.game, record.state, puzzle.seat
    chosen, best = (read_move(game, move) for move in (puzzle.natural, puzzle.best))
    reasons = spec(game).why.reasons(
        Decision(judge_of(game, puzzle.objective, ENDGAMES), game, state, seat), chosen, best
    )
    return replace(puzzle, reasons=reasons, label=move_label(game, state, seat, chosen, scene_of(game, state)))


def _played(game: AnyGame, levels: tuple[str, ...], source: int) -> tuple[Record, int]:
    """A game of bots of these levels, and the seed of its dice and bots."""
    players = [bot(game, level(key), source + seat) for seat, key in enumerate(levels)]
    return play_record(Record(game), players, seeded(source)), source


@dataclass(frozen=True, eq=False)
class _Blunder:
    """A decision in which the natural move was made and is a blunder, while one choice is clearly best."""

    at: int
    """The number of entries before it."""
    decision: Decision
    move: Any
    best: Any
    loss: float
    margin: float
    reasons: tuple[Text, ...]

    @property
    def appearance(self) -> tuple[Any, ...]:
        """The key by which two puzzles look the same to people."""
        dice = scene_of(self.decision.game, self.decision.state).tray.dice
        return (*sorted(f"{die.colour} {die.face}" for die in dice), str(self.best), str(self.move))


def _blunders(record: Record, source: int) -> Iterator[_Blunder]:
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
            decision = Decision(strong, game, state, event.seat)
            reasons = spec(game).why.reasons(decision, event.move, rated[0]) if rated else ()
            if rated and reasons:
                yield _Blunder(at, decision, event.move, *rated, reasons)


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
    guessed = not exact and spec(game).judge.approximation(game.seats, judge.objective) in APPROXIMATE
    clear = (WRONG,) if guessed else CLEAR
    wrong = classify(loss, unit) == WRONG and loss <= MOST_LOSS * unit
    return (choices.moves[0], loss, margin) if wrong and classify(margin, unit) in clear else None


def _puzzle(wrong: _Blunder, record: Record, levels: tuple[str, ...], number: int) -> Puzzle:
    """The puzzle that asks for the best move instead."""
    game, decision = record.game, wrong.decision
    usual = {option.key: option.default for option in spec(game).options}
    return Puzzle(
        game=game.key,
        number=number,
        options={key: value for key, value in game.options.items() if value != usual[key]},
        levels=levels,
        seat=decision.seat,
        played=shortened(record, wrong.at),
        best=str(wrong.best),
        natural=str(wrong.move),
        objective=decision.judge.objective,
        loss=round(wrong.loss, DIGITS),
        margin=round(wrong.margin, DIGITS),
        found=_share_that_finds(wrong),
        reasons=wrong.reasons,
        label=move_label(game, decision.state, decision.seat, wrong.move, scene_of(game, decision.state)),
    )


def _share_that_finds(wrong: _Blunder) -> float:
    """The share of bots of the usual level that find the best move."""
    game, state, seat = wrong.decision.game, wrong.decision.state, wrong.decision.seat
    scene = scene_of(game, state)
    right = kind_of(game, state, seat, wrong.best, scene)
    moves = (bot(game, USUAL, seed)(game, state, seat) for seed in range(TRIES))
    return sum(kind_of(game, state, seat, move, scene) == right for move in moves) / TRIES


def shortened(record: Record, count: int) -> tuple[str, ...]:
    """The lines of a record up to this number of entries, in which each finished turn has only its last throw."""
    game, events, states = record.game, [event for _, event in record.standing[:count]], record.states
    remaining: list[Event] = []
    at = 0
    while at < count:
        end = next((place for place in range(at, count) if ends_turn(game, states[place], events[place])), count)
        one_throw = _in_one_throw(game, states[at], events[at : end + 1]) if end < count else None
        if one_throw and _after(game, states[at], one_throw) == states[end + 1]:
            remaining += one_throw
            at = end + 1
        else:
            remaining.append(events[at])
            at += 1
    return tuple(write_entry(game, event) for event in remaining)


def _in_one_throw(game: AnyGame, state: Any, events: list[Event]) -> list[Event] | None:
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
