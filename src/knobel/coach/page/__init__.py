"""The review as a self-contained HTML page, for screen and paper."""

from html import escape
from importlib.resources import files
from itertools import groupby
from operator import attrgetter

from knobel.coach.model import EXPLAINED, Moment, Review, SeatReview
from knobel.coach.numbers import Scale
from knobel.coach.page.chart import Words, charts, row, symbols
from knobel.games.spec import find
from knobel.scene.text import Text, say, text
from knobel.version import __version__


def page(review: Review, language: str) -> str:
    """The page of a review."""
    return _Page(review, language).html()


class _Page:
    """Writes a review in one language; all texts are escaped here."""

    def __init__(self, review: Review, language: str) -> None:
        self.review = review
        self.language = language
        self.scale = Scale(review.objective, review.spread)

    def say(self, words: Text) -> str:
        """A text, escaped for HTML."""
        return escape(say(words, self.language, self.review.names))

    def html(self) -> str:
        """The whole page."""
        style = files(__package__).joinpath("page.css").read_text("utf-8") + _accent(self.review.game)
        game = self.review.game
        title = self.say(text("coach.title", game=text(f"game.{game}.title")))
        remarks = "".join(f"<p>{self.say(note)}</p>" for note in self.review.notes)
        seats = "\n".join(self._seat(seat) for seat in self.review.seats)
        return f"""<!doctype html>
<html lang="{self.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{symbols()}
<header><h1>{title}</h1>{self._standings()}<div class="notes">{remarks}</div></header>
<main>
{seats}
</main>
<footer>Knobel {escape(__version__)}</footer>
</body>
</html>
"""

    def _seat(self, seat: SeatReview) -> str:
        """The section of one seat."""
        name = escape(self.review.names[seat.seat])
        lead = self.say(seat.headline)
        part = "".join(f"<p>{self.say(words)}</p>" for words in (seat.decisive, *seat.notes) if words)
        lessons = "\n".join(self._lesson(moment) for moment in seat.lessons)
        flawless = f"<p>{self.say(text('coach.flawless'))}</p>"
        words = Words(
            title=say(text("coach.chart", name=self.review.names[seat.seat]), self.language),
            sentence=say(seat.headline, self.language, self.review.names),
            turn=say(text("coach.turns"), self.language),
            number=lambda tick: say(self.scale.tick(tick), self.language),
        )
        return f"""<section aria-labelledby="seat-{seat.seat}">
<h2 id="seat-{seat.seat}">{name}</h2>
<p class="lead">{lead}</p>{part}
<figure>
{charts(seat, self.scale.shown, words)}
<figcaption>{self._legend(seat)}</figcaption>
</figure>
<h3>{self.say(text("coach.costliest"))}</h3>
{f'<ol class="lessons">{lessons}</ol>' if lessons else flawless}
<details>
<summary>{self.say(text("coach.all_moments", n=len(seat.moments)))}</summary>
{self._table(seat)}
</details>
</section>"""

    def _standings(self) -> str:
        """The balance of all seats side by side."""
        heads = [self.say(figure.name) for figure in self.review.seats[0].figures]
        who = self.say(text("coach.player"))
        columns = "".join(f'<th scope="col">{head}</th>' for head in (who, *heads))
        rows = []
        for seat in self.review.seats:
            balance = ((self.say(figure.name), self.say(figure.amount)) for figure in seat.figures)
            cells = "".join(f'<td data-head="{head}">{amount}</td>' for head, amount in balance)
            rows.append(f'<tr><th scope="row">{escape(self.review.names[seat.seat])}</th>{cells}</tr>')
        return f'<table class="books"><thead><tr>{columns}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

    def _legend(self, seat: SeatReview) -> str:
        """The legend of the chart."""
        marks = ["throw", "other", "loss"] if seat.others else ["throw", "loss"]
        return "".join(f'<span class="key {mark}">{self.say(text(f"coach.mark.{mark}"))}</span>' for mark in marks)

    def _lesson(self, moment: Moment) -> str:
        """A costly decision: the dice, the choice, the better one, and why."""
        assert moment.best
        where = self.say(text("coach.turn", number=moment.turn))
        costs = self.say(text("coach.costs", amount=self.scale.size(moment.loss)))
        why = "".join(f"<li>{self.say(reason)}</li>" for reason in moment.reasons)
        expected = moment.best.value - moment.loss, moment.best.value
        values = (text("coach.then", amount=self.scale.bare(value)) for value in expected)
        done, better = (f'<span class="value">{self.say(value)}</span>' for value in values)
        return f"""<li>
<p class="where">{where}{self._verdict(moment)}<span class="costs">{costs}</span></p>
{row(moment.dice, self.language)}
<dl>
<dt>{self.say(text("coach.done"))}</dt><dd>{self.say(moment.label)} {done}</dd>
<dt>{self.say(text("coach.better"))}</dt><dd>{self.say(moment.best.label)} {better}</dd>
</dl>
<ul>{why}</ul>
</li>"""

    def _verdict(self, moment: Moment) -> str:
        """The verdict of a decision, if there was something to choose."""
        if not moment.verdict:
            return ""
        return f' <span class="verdict {moment.verdict}">{self.say(text(f"coach.verdict.{moment.verdict}"))}</span> '

    def _table(self, seat: SeatReview) -> str:
        """Every moment, in order, with the luck and the losses of each turn: the data of the chart."""
        heads = (text("coach.turns"), text("coach.moment"), text("coach.change"), text("coach.value"))
        columns = "".join(f'<th scope="col">{self.say(head)}</th>' for head in heads)
        by_turn = [list(group) for _, group in groupby(seat.moments, attrgetter("turn"))]
        rows = "\n".join(row for moments in by_turn for row in (self._turn(moments), *map(self._row, moments)))
        return f'<table class="moments"><thead><tr>{columns}</tr></thead><tbody>\n{rows}\n</tbody></table>'

    def _turn(self, moments: list[Moment]) -> str:
        """The luck of a turn's dice and the losses of its decisions."""
        luck = sum(moment.luck for moment in moments if moment.kind == "throw")
        losses = sum(moment.loss for moment in moments)
        balance = text("coach.of_turn", luck=self.scale.change(luck), losses=self.scale.change(-losses))
        return f'<tr><th scope="row">{moments[0].turn}</th><td colspan="3">{self.say(balance)}</td></tr>'

    def _row(self, moment: Moment) -> str:
        happened = self.say(moment.label) + self._verdict(moment)
        if moment.best and moment.verdict in EXPLAINED:
            happened += f"<br><small>{self.say(text('coach.better'))}: {self.say(moment.best.label)}</small>"
        if self.scale.change(moment.revised) != self.scale.change(0):
            revised = self.say(text("coach.revised", amount=self.scale.change(moment.revised)))
            happened += f"<br><small>{revised}</small>"
        change = self.say(self.scale.change(moment.luck - moment.loss))
        cells = (happened, change, self.say(self.scale.bare(moment.after)))
        return f'<tr class="{moment.kind}"><td></td>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _accent(game: str) -> str:
    """The style that gives a page the colour of a game, light and dark."""
    light, dark, _ = find(game).colour
    return f":root {{ --accent: {light}; }} @media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark}; }} }}\n"
