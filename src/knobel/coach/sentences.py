"""Terms in plain words: what a turn is for, what it may become, and what makes one choice better than another."""

from collections.abc import Callable, Sequence

from knobel.coach.choices import listed
from knobel.coach.numbers import CLEARLY, number, odds, percent
from knobel.coach.terms import Term, largest
from knobel.scene.text import Text, say, text

MENTIONED = 3
"""How many things are mentioned that a turn may become."""

WORTH_TELLING = 0.04
"""What happens more rarely is left out."""

UNLIKELY = 0.3
"""An aim with a lower chance takes some luck."""

RARELY = 0.005
"""What happens more rarely than this with one choice is said of the other only."""

COUNTERWEIGHT = 0.25
"""A term for the other choice is mentioned from this fraction of the largest term on."""

InWords = Callable[[Term], Text | None]
"""A term as a sentence; None where there is none."""


def aim(aims: Sequence[Term]) -> Term | None:
    """The end of a turn that adds most to its worth; None if none adds anything."""
    return largest([term for term in aims if not term.effect])


def likeliest(aims: Sequence[Term]) -> Term | None:
    """The end of a turn with the highest chance; None if it does not end."""
    return max((term for term in aims if not term.effect), key=lambda term: term.chance, default=None)


def takes_luck(aim: Term, often: Term) -> bool:
    """Whether the turn becomes its aim so much more rarely than something else that both are named."""
    return aim.chance < UNLIKELY and 2 * aim.chance < often.chance


def outcomes(aims: Sequence[Term], last: Sequence[str] = ()) -> Text | None:
    """What a turn may become with its chances, the likeliest first and these keys last; None if that is certain."""
    ends = sorted((term for term in aims if not term.effect), key=lambda term: -term.chance)
    likely, hope = [term for term in ends if term.chance >= WORTH_TELLING], aim(aims)
    made = [term for term in likely if term.key not in last][:MENTIONED]
    if hope and hope not in made:
        made = [*made[: MENTIONED - 1], hope]
    shown = [*made, *(term for term in likely if term.key in last and term not in made)]
    if len(shown) < 2 or shown[0].chance > CLEARLY:
        return None
    return listed([text("coach.aim", what=term.label, odds=percent(term.chance)) for term in shown])


def compared(terms: Sequence[Term], room: InWords) -> tuple[Text, ...]:
    """The largest term for the better choice in words, then the largest on the other side, if that weighs enough.

    `room` says what a game has words of its own for.
    """
    reason = largest(terms)
    if reason is None:
        return ()
    against = largest(terms, -1)
    words = [room(reason) or _for_best(reason)]
    # An effect comes with ends, and what it adds to them must not be told as what they lack.
    same = against and against.effect == reason.effect
    if against and (same or not reason.effect) and -against.amount >= COUNTERWEIGHT * reason.amount:
        words.append(room(against) or _for_other(against))
    return tuple(words)


def _for_best(term: Term) -> Text:
    """A term that speaks for the better choice."""
    if not term.is_chance:
        return _brings(term, "coach.why.brings_more", "coach.why.worth_more")
    if term.chance > term.less:
        if term.less < RARELY:
            return text("coach.why.only_so", what=term.label, odds=odds(term.chance))
        return _chances("coach.why.better_for", term.label, term.chance, term.less)
    if term.chance < RARELY:
        return text("coach.why.yours_ends", what=term.label, odds=odds(term.less))
    return _chances("coach.why.less_often", term.label, term.chance, term.less)


def _for_other(term: Term) -> Text:
    """A term that speaks for the other choice."""
    if not term.is_chance:
        return _brings(term, "coach.why.brings_less", "coach.why.worth_less")
    if term.chance < term.less:
        if term.chance < RARELY:
            return text("coach.why.only_yours", what=term.label, odds=odds(term.less))
        return _chances("coach.why.worse_for", term.label, term.less, term.chance)
    if term.less < RARELY:
        return text("coach.why.may_end", what=term.label, odds=odds(term.chance))
    return _chances("coach.why.more_often", term.label, term.chance, term.less)


def _chances(key: str, label: Text, chance: float, less: float) -> Text:
    """A sentence with two chances, with decimals where they look equal without."""
    shown, other = percent(chance), percent(less)
    if shown == other:
        shown, other = (text("coach.percent", amount=number(100 * each, 1)) for each in (chance, less))
    return text(key, what=label, odds=shown, less=other)


def _brings(term: Term, in_numbers: str, in_words: str) -> Text:
    """A sentence about what something brings: with the means, where these tell the same as the term."""
    if term.gain is not None and term.lower is not None and (term.gain - term.lower) * term.amount > 0:
        for digits in (0, 1):
            more, less = number(term.gain, digits), number(term.lower, digits)
            if say(more, "en") != say(less, "en"):
                return text(in_numbers, what=term.label, more=more, less=less)
    return text(in_words, what=term.label)
