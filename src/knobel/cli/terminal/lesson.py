"""Hints and reviews of the coach in the terminal. Imports the judges: import it only where they are needed."""

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Styled

from knobel.cli.terminal.view import table_of
from knobel.coach import Hint, Moment, Review, SeatReview
from knobel.coach.choices import beside
from knobel.coach.headline import objective_text
from knobel.coach.numbers import Scale, percent
from knobel.coach.terms import total
from knobel.scene.text import Text, say, text

SHOWN = 8
"""How many choices a hint shows."""


class Lesson:
    """Prints a hint or a review in one language."""

    def __init__(self, console: Console, report: Hint | Review, language: str) -> None:
        self.console = console
        self.names = report.names
        self.language = language
        self.scale = Scale(report.objective, report.spread)

    def say(self, words: Text) -> str:
        """A text in the language of the user."""
        return say(words, self.language, self.names)

    def hint(self, hint: Hint, *, why: bool = False) -> None:
        """Print the best choice with its reasons, and the values of the next best; with `why`, term by term."""
        best = hint.choices[0]
        line = text("coach.hint.best", seat=hint.seat, choice=hint.action, value=self.scale.amount(best.value))
        self.console.print(Styled(self.say(line), "bold"))
        for words in (*hint.words, *hint.caveats):
            self.console.print(Padding(self.say(words), (0, 0, 0, 2)))
        if why and hint.terms:
            self._terms(hint)
        table = self._table(text("coach.choice"), text("coach.value"), text("coach.behind"))
        for choice in hint.choices[:SHOWN]:
            behind = self.say(self.scale.change(choice.value - best.value)) if choice != best else ""
            table.add_row(Styled(self.say(choice.label)), self.say(self.scale.bare(choice.value)), behind)
        self.console.print(Padding(table, (0, 2)))
        if len(hint.choices) > SHOWN:
            self.console.print(Styled(f"  {self.say(text('coach.hint.more', n=len(hint.choices) - SHOWN))}", "dim"))
        self.console.print(Styled(f"  {self.say(objective_text(hint.game, hint.objective))}", "dim"))

    def _terms(self, hint: Hint) -> None:
        """Print what makes the difference to the next best choice: each term with its chances, and their sum."""
        table = self._table(text("coach.terms"), text("coach.chance"), text("coach.chance_next"), text("coach.amount"))
        for term in hint.terms:
            # The chance of an effect is that of all ends it comes with: it says little.
            shown = (0.0, 0.0) if term.effect else (term.chance, term.less)
            chances = [self.say(percent(chance)) if chance else "" for chance in shown]
            table.add_row(Styled(self.say(term.label)), *chances, self.say(self.scale.change(term.amount)))
        table.add_row(self.say(text("coach.terms.sum")), "", "", self.say(self.scale.change(total(hint.terms))))
        self.console.print(Padding(table, (0, 2, 1, 2)))

    def review(self, review: Review) -> None:
        """Print how the game was judged, the figures of all seats, and their costliest decisions."""
        self.console.print(Styled(self.say(text("coach.title", game=text(f"game.{review.game}.title"))), "bold"))
        for note in review.notes:
            self.console.print(Styled(self.say(note), "dim"))
        table = self._table(text("coach.player"), *(figure.name for figure in review.seats[0].figures))
        for seat in review.seats:
            table.add_row(Styled(self.names[seat.seat]), *(self.say(figure.amount) for figure in seat.figures))
        self.console.print(Padding(table, (1, 0)))
        for seat in review.seats:
            self._seat(seat)

    def _table(self, *heads: Text) -> Table:
        return table_of(*map(self.say, heads), style="dim", pad_edge=False)

    def _seat(self, seat: SeatReview) -> None:
        """Print the game of a seat in a sentence, then its costliest decisions."""
        self.console.print(Styled(f"{self.names[seat.seat]} · {self.say(seat.headline)}", "bold"))
        for words in (seat.decisive, *seat.notes):
            if words:
                self.console.print(Padding(self.say(words), (0, 0, 0, 2)))
        if not seat.lessons:
            self.console.print(f"  {self.say(text('coach.flawless'))}")
        for moment in seat.lessons:
            self._moment(moment)
        self.console.print()

    def _moment(self, moment: Moment) -> None:
        """Print a decision: the dice, what was done and its cost, what was better, and why."""
        assert moment.best
        where = self.say(text("coach.turn", number=moment.turn))
        dice = f" · {self.say(beside(moment.dice))}" if moment.dice else ""
        verdict = self.say(text(f"coach.verdict.{moment.verdict}"))
        costs = self.say(text("coach.costs", amount=self.scale.size(moment.loss)))
        self.console.print(Styled(f"  {where}{dice}", "dim"))
        self.console.print(f"  {self.say(moment.label)}: {verdict}, {costs}")
        self.console.print(Styled(f"  {self.say(text('coach.better'))}: {self.say(moment.best.label)}", "cyan"))
        for reason in moment.reasons:
            self.console.print(Padding(self.say(reason), (0, 0, 0, 4)))
