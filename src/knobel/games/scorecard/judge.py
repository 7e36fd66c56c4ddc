"""The judges of a scorecard: by expected points, by the chance to win, or by the chance of a score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from knobel.coach.judge import Judge
from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame
from knobel.core.registry import make
from knobel.games.holding import rating
from knobel.games.scorecard.rules import (
    Card,
    Scorecard,
    Sheet,
    State,
    Write,
    open_boxes,
    points,
    spend,
    upper,
    write,
)
from knobel.games.scorecard.solve.book import Book, endgame
from knobel.games.scorecard.solve.duel import DuelBook
from knobel.games.scorecard.solve.shipped import best_duel, book_of
from knobel.games.scorecard.win import Sheets, WinJudge, most_of
from knobel.games.spec import find
from knobel.scene.text import Text, text
from knobel.solve.kernel.backend import kernel
from knobel.solve.kernel.turn import Turn, best_worths
from knobel.solve.kernel.uses import Use

REMEMBERED = 16
"""How many endgames solved on demand are cached."""


def judge(game: Scorecard, objective: str | None, endgames: int) -> Judge:
    """A judge of points for one seat or if asked for, else of the chance to win: for two, from the solved game."""
    if objective == "points" or "win" not in objectives(game):
        return ScorecardJudge(book_of(game.card), endgames if kernel().solves_endgames else 0)
    return DuelJudge(best_duel(game.card)) if _solved_for_two(game) else _win_judge(game.card)


def _solved_for_two(game: Scorecard) -> bool:
    """Whether the game is for two, and its card small enough to be solved for two."""
    return game.seats == 2 and not (game.card.bonus or game.card.chips or game.card.reading)


@lru_cache(maxsize=8)
def _win_judge(card: Card) -> Judge:
    """The judge of the chance to win, cached: distributions of sheets are the same for any number of seats."""
    book = book_of(card)
    return WinJudge(Sheets(book, find(card.key).turn_spread(make(card.key), "points"), most_of(book)))


def objectives(game: Scorecard) -> tuple[str, ...]:
    """The objectives: to win, unless one plays alone, or points."""
    return ("win", "points") if game.seats > 1 else ("points",)


def value_files(game: Scorecard) -> tuple[str, ...]:
    """The files of expected points, and of the chance to win where the game is solved for two."""
    duel = (best_duel(game.card).source,) if _solved_for_two(game) else ()
    return (book_of(game.card).source, *duel)


def caveats(game: Scorecard) -> tuple[Text, ...]:
    """What the judge assumes: house rules are not in its values."""
    return () if game.usual else (text("coach.caveat.house"),)


def reach(game: Scorecard, score: int) -> Judge:
    """A judge of the chance to reach at least this score."""
    if not kernel().solves_endgames:
        raise NotProvided("calculating the chance of a score needs NumPy; run pip install numpy")
    from knobel.games.scorecard.solve.reach import ReachJudge

    return ReachJudge(game.card, score)


def approximation(_seats: int, objective: str) -> str:
    """The kind of values where they are not exact."""
    return "chances" if objective == "win" else "compact"


@dataclass(frozen=True, eq=False)
class ScorecardJudge(rating.TurnJudge):
    """Rates by the expected final points of one's own sheet; the other seats make no difference."""

    book: Book
    endgames: int = 0
    """Sheets with at most this many open boxes are solved on demand, where the book is not exact."""
    objective = "points"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)
    _solved: list[Book] = field(default_factory=list)

    @property
    def card(self) -> Card:
        """The card of this judge."""
        return self.book.place.rules.card

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        assert isinstance(game, Scorecard)
        return game.usual and self._book(state.sheets[seat]).exact

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        sheet = state.sheets[seat]
        return self._turns.get(sheet, lambda: self._solve_turn(state, seat))

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        sheet, roll = state.sheets[seat], self.book.place.rules.lattice.number(state.tray.dice)
        house_points = _house_points(game, sheet, state.tray.faces)
        boxes = self.card.boxes
        uses = self.uses(state, seat, sheet)
        return {Write(boxes[use.number].key): use.worth(roll) + house_points[use.number] for use in uses}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        sheet = state.sheets[seat]
        return points(self.card, sheet) + self._book(sheet).of(sheet)

    def uses(self, _state: State, _seat: int, sheet: Sheet) -> list[Use]:
        """The open boxes of a sheet as ways to use a roll, by expected final points."""
        now = points(self.card, sheet)
        return self._book(sheet).uses(open_boxes(sheet), upper(self.card, sheet), sheet.chips, now)

    def _solve_turn(self, state: State, seat: int) -> Turn:
        rules, sheet = self.book.place.rules, state.sheets[seat]
        bought = best_worths(self.uses(state, seat, spend(sheet))) if sheet.chips else None
        return Turn(rules.lattice, best_worths(self.uses(state, seat, sheet)), rules.throws, bought)

    def _book(self, sheet: Sheet) -> Book:
        """The best available book for this sheet."""
        boxes = open_boxes(sheet)
        if self.book.exact or not 0 < len(boxes) <= self.endgames:
            return self.book
        solved = next((book for book in self._solved if _includes(book, sheet)), None)
        if solved is None:
            solved = endgame(self.card, boxes, upper(self.card, sheet), sheet.chips)
            self._solved.append(solved)
            del self._solved[:-REMEMBERED]
        return solved


def _house_points(game: AnyGame, sheet: Sheet, faces: tuple[int, ...]) -> list[int]:
    """The extra points by house rules for writing these dice into each open box; their later effects are ignored."""
    assert isinstance(game, Scorecard)
    if game.usual:
        return [0] * len(sheet.marks)
    now, card = points(game.card, sheet), game.card
    return [
        points(card, game.write(sheet, box, faces)) - now - (points(card, write(card, sheet, box, faces)) - now)
        if mark is None
        else 0
        for box, mark in enumerate(sheet.marks)
    ]


def _includes(book: Book, sheet: Sheet) -> bool:
    """Whether the book has the position of this sheet."""
    try:
        book.of(sheet)
    except BadSetup:
        return False
    return True


@dataclass(frozen=True, eq=False)
class DuelJudge(rating.TurnJudge):
    """Rates by the chance to win for two, by both sheets."""

    book: DuelBook
    objective = "win"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        chance = super().value(game, state, state.seat)
        return chance if seat == state.seat else 1 - chance

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        assert isinstance(game, Scorecard)
        return game.usual and self.book.exact

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        place = self._place(state, seat, state.sheets[seat])
        rules = self.book.duel.rules
        return self._turns.get(place, lambda: Turn(rules.lattice, best_worths(self.book.uses(*place)), rules.throws))

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        rules = self.book.duel.rules
        roll, uses = rules.lattice.number(state.tray.dice), self.uses(state, seat, state.sheets[seat])
        return {Write(rules.card.boxes[use.number].key): use.worth(roll) for use in uses}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        return self.book.chance(*self._place(state, seat, state.sheets[seat]))

    def uses(self, state: State, seat: int, sheet: Sheet) -> list[Use]:
        """The open boxes of a sheet as ways to use a roll, by the chance to win."""
        return self.book.uses(*self._place(state, seat, sheet))

    def _place(self, state: State, seat: int, mine: Sheet) -> tuple[int, int, int]:
        """The open boxes of both seats, as bits, and the lead."""
        card, theirs = self.book.duel.rules.card, state.sheets[1 - seat]
        bits = [sum(1 << box for box in open_boxes(sheet)) for sheet in (mine, theirs)]
        return bits[0], bits[1], points(card, mine) - points(card, theirs)
