"""Aims: what the dice that are held may become, and how often, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from knobel.coach.choices import listed
from knobel.coach.numbers import percent
from knobel.scene.text import Text, text

TOLD = 3
"""How many aims are told."""

WORTH_TELLING = 0.04
"""Aims that are reached less often are left out."""

CLEAR = 0.02
"""Chances that differ by less are as good as equal."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something the dice may become: how often, and what it counts."""

    label: Text
    chance: float
    weight: float = 1.0
    fails: bool = False
    """It is what happens if nothing comes of the dice."""


Aims = Mapping[str, Aim]
"""Aims by a key of their own."""


def likely(aims: Aims) -> Text | None:
    """The likeliest aims with their odds, then how often all fails; None if there is nothing to aim at."""
    ordered = sorted((aim for aim in aims.values() if aim.chance), key=lambda aim: (aim.fails, -aim.chance))
    aimed = [aim for aim in ordered if not aim.fails]
    told = [aim for aim in aimed if aim.chance >= WORTH_TELLING][:TOLD] or aimed[:1]
    failed = [aim for aim in ordered if aim.fails and aim.chance >= WORTH_TELLING]
    if not told:
        return None
    return listed([text("coach.aim", what=aim.label, odds=percent(aim.chance)) for aim in (*told, *failed)])


def compared(chosen: Aims, best: Aims) -> tuple[Text, ...]:
    """What the best holding reaches more often, how often it fails, and what the chosen one was better for."""
    gains = {key: (best[key].chance - chosen[key].chance) * best[key].weight for key in best if not best[key].fails}
    failing = {key: best[key].chance - chosen[key].chance for key in best if best[key].fails}
    words = []
    more, less = (pick(gains, key=lambda key: gains[key], default="") for pick in (max, min))
    if more and best[more].chance - chosen[more].chance >= CLEAR:
        words.append(_instead("coach.why.better_for", best[more], chosen[more]))
    told = best[more].chance - chosen[more].chance if words else 0.0
    # What only one aim can take from failing needs no word of its own.
    less_failing = [key for key in failing if failing[key] <= -CLEAR and failing[key] + told <= -CLEAR]
    words += [_instead("coach.why.fails_less", best[key], chosen[key]) for key in less_failing]
    if words and less and chosen[less].chance - best[less].chance >= CLEAR:
        words.append(_instead("coach.why.worse_for", chosen[less], best[less]))
    if words:
        words += [_instead("coach.why.fails_more", best[key], chosen[key]) for key in failing if failing[key] >= CLEAR]
    return tuple(words)


def _instead(key: str, aim: Aim, other: Aim) -> Text:
    return text(key, what=aim.label, odds=percent(aim.chance), less=percent(other.chance))
