"""Aims: what the dice that are held may become, and how often, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from knobel.coach.choices import listed
from knobel.coach.numbers import percent
from knobel.scene.text import Text, text

TOLD = 3
"""How many aims are told, or differences."""

WORTH_TELLING = 0.04
"""Aims that are reached less often are left out."""

SURE = 0.995
"""Aims that are reached more often are as good as reached."""

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


def hoped(aims: Aims, *, held: bool) -> tuple[Text, ...]:
    """What dice are held for above all, in plain words, or that none are worth it; nothing if there is no aim."""
    if not held:
        return (text("coach.why.fresh"),)
    # What is there already is an aim only if nothing better is.
    found = [aim for aim in aims.values() if not aim.fails and aim.chance]
    best = max(found, key=lambda aim: (aim.chance < SURE, aim.chance * aim.weight), default=None)
    return (text("coach.why.aim", what=best.label),) if best else ()


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
    """What the best holding reaches more often, or fails less in, and what the chosen one is better for."""
    more = {key: best[key].chance - chosen[key].chance for key in best}
    aimed = [key for key in best if not best[key].fails]
    failing = [key for key in best if best[key].fails]
    gains = {key: more[key] * best[key].weight for key in aimed}
    words, told = [], 0.0
    if aimed and more[top := max(aimed, key=lambda key: gains[key])] >= CLEAR:
        words.append(_instead("coach.why.better_for", best[top], chosen[top]))
        told = more[top]
    # What only one aim can take from failing needs no word of its own.
    if failing and more[less := min(failing, key=lambda key: more[key])] + told <= -CLEAR:
        words.append(_instead("coach.why.fails_less", best[less], chosen[less]))
    if not words:
        return ()
    if more[lost := min(aimed, key=lambda key: gains[key])] <= -CLEAR:
        words.append(_instead("coach.why.worse_for", chosen[lost], best[lost]))
    if failing and more[worse := max(failing, key=lambda key: more[key])] >= CLEAR:
        words.append(_instead("coach.why.fails_more", best[worse], chosen[worse]))
    return tuple(words[:TOLD])


def _instead(key: str, aim: Aim, other: Aim) -> Text:
    return text(key, what=aim.label, odds=percent(aim.chance), less=percent(other.chance))
