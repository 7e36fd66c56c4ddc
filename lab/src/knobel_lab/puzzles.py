"""Finds puzzles in games of bots, decisions in which the natural move costs much; selects and grades them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from knobel.app.today.puzzle import Puzzle, Puzzles
from knobel.coach.bot import Greedy, bot, level, natural
from knobel.coach.choices import kind_of, menu, move_label, scene_of
from knobel.coach.judge import ENDGAMES, Judge, judge_of, objectives
from knobel.coach.numbers import spread
from knobel.coach.why import SAME, Decision
from knobel.core.dice import seeded
from knobel.core.entry import write_entry
from knobel.core.errors import KnobelError
from knobel.core.game import AnyGame, Event, Fell, Moved, Throw, holds, read_move, step
from knobel.core.playout import play_record
from knobel.core.record import Record
from knobel.games.spec import spec
from knobel.games.turns import ends_turn
from knobel.scene.text import Text
from knobel_lab.facets import theme_facet

PLAYERS = ("hare", "cat")
"""The levels of the bots that play."""
WRONG = 0.35
"""The least loss, in spreads, of the natural move."""
CLEAR = 0.15
"""The least loss, in spreads, of the second best choice, so that the answer is clear."""
APPROXIMATE = ("learned", "expected")
"""Approximations with larger errors, for which the second best choice must lose as much as the natural one."""
MOST_LOSS = 1.0
"""The greatest loss, in spreads, of a move that still tempts people."""
FEWEST = 3
"""The least number of different choices."""
JUDGED_BY = ("hare", "cat", "fox")
"""The levels of the bots that are asked to find out how hard a puzzle is."""
TRIES = 20
"""How many bots of each level are asked."""
EARLY = "stopped_early"
"""The theme of puzzles in which the natural move ends a turn that should go on, the most frequent by far."""
EARLY_SHARE = 0.2
"""The largest share of puzzles in which a turn was stopped too early."""
DIGITS = 4


def find_puzzles(
    game: AnyGame,
    games: int,
    seed: int,
    since: date,
    objective: str | None = None,
    theme: str | None = None,
    progress: Callable[[int, int, int], None] = lambda *_: None,
) -> Puzzles:
    """The puzzles in this many games of bots, at most one of each game and none twice, of one theme or of all."""
    # By default the objective of bots of these levels: one's own sheet, whatever the others have.
    objective = objective or objectives(game)[-1]
    seen: set[tuple[Any, ...]] = set()
    puzzles: list[Puzzle] = []
    for number in range(games):
        levels = tuple(PLAYERS[(number + seat) % len(PLAYERS)] for seat in range(game.seats))
        record, source = _played(game, levels, seed * games + number)
        wrong = [
            one
            for one in _blunders(record, source, objective)
            if one.appearance not in seen and (theme is None or theme_of(one.decision, one.best, one.move) == theme)
        ]
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


def _blunders(record: Record, source: int, objective: str) -> Iterator[_Blunder]:
    """The decisions of a game that make puzzles."""
    game = record.game
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
    clear = WRONG if guessed else CLEAR
    wrong = WRONG * unit < loss <= MOST_LOSS * unit
    return (choices.moves[0], loss, margin) if wrong and margin > clear * unit else None


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
        found=_shares(game, decision.state, decision.seat, wrong.best),
        theme=theme_of(decision, wrong.best, wrong.move),
        reasons=wrong.reasons,
        label=move_label(game, decision.state, decision.seat, wrong.move, scene_of(game, decision.state)),
    )


def _shares(game: AnyGame, state: Any, seat: int, best: Any) -> dict[str, float]:
    """The share of bots that find the best move, by level."""
    scene = scene_of(game, state)
    right = kind_of(game, state, seat, best, scene)

    def share(key: str) -> float:
        moves = (bot(game, level(key), seed)(game, state, seat) for seed in range(TRIES))
        return sum(kind_of(game, state, seat, move, scene) == right for move in moves) / TRIES

    return {key: share(key) for key in JUDGED_BY}


def theme_of(decision: Decision, best: Any, natural: Any) -> str:
    """What a decision between these moves is about."""
    game, state, seat = decision.game, decision.state, decision.seat
    if decision.judge.objective == "win" and not _best_alone(decision, best):
        return "winning"
    facet = theme_facet(game)
    if facet and (own := facet.theme(game, state, seat, (best, natural))):
        return own
    kept, held = holds(best), holds(natural)
    if kept is None and held is None:
        worths = {choice.move: choice.worth or 0 for choice in scene_of(game, state).choices if choice.seat == seat}
        return "letting_go" if worths[str(best)] == 0 < worths[str(natural)] else "which_place"
    if kept is None:
        return "went_on"
    if held is None:
        return EARLY
    return "letting_go" if set(kept) < set(held) else "which_dice"


def _best_alone(decision: Decision, best: Any) -> bool:
    """Whether the move that wins most is also the best for one's own sheet."""
    game, state, seat = decision.game, decision.state, decision.seat
    ratings = judge_of(game, objectives(game)[-1], ENDGAMES).rate(game, state, seat)
    return bool(ratings[best] > max(ratings.values()) - SAME)


def select(puzzles: Puzzles) -> Puzzles:
    """The puzzles without most of those in which a turn was stopped too early: the clearest of them stay."""
    early = [puzzle for puzzle in puzzles.listed if puzzle.theme == EARLY]
    others = len(puzzles.listed) - len(early)
    most = int(others * EARLY_SHARE / (1 - EARLY_SHARE))
    clearest = {id(puzzle) for puzzle in sorted(early, key=lambda puzzle: -puzzle.margin)[:most]}
    listed = (puzzle for puzzle in puzzles.listed if puzzle.theme != EARLY or id(puzzle) in clearest)
    return replace(puzzles, listed=tuple(replace(puzzle, number=at) for at, puzzle in enumerate(listed, 1)))


def graded(puzzle: Puzzle) -> Puzzle:
    """The same puzzle with its theme, and with how many bots find its answer now."""
    record = puzzle.record("en")
    game, state, seat = record.game, record.state, puzzle.seat
    best, natural = (read_move(game, move) for move in (puzzle.best, puzzle.natural))
    decision = Decision(judge_of(game, puzzle.objective, ENDGAMES), game, state, seat)
    return replace(puzzle, theme=theme_of(decision, best, natural), found=_shares(game, state, seat, best))


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
