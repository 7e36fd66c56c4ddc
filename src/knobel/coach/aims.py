"""Aims: what held dice may become, and how often, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from knobel.coach.choices import listed
from knobel.coach.numbers import percent
from knobel.scene.text import Text, text

MENTIONED = 3
"""How many aims or differences are mentioned."""

WORTH_TELLING = 0.04
"""Aims with a lower chance are left out."""

SURE = 0.995
"""Aims with a higher chance count as certain."""

CLEAR = 0.02
"""Chances that differ by less count as equal."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something the dice may become: its chance, and its weight."""

    label: Text
    chance: float
    weight: float = 1.0
    fails: bool = False
    """Whether it is the outcome if the dice become nothing useful."""


Aims = Mapping[str, Aim]
"""Aims by key."""


def hoped(aims: Aims, *, held: bool) -> tuple[Text, ...]:
    """The main aim of held dice, or that none are worth holding; nothing if there is no aim."""
    if not held:
        return (text("coach.why.fresh"),)
    # What the dice show already is an aim only if there is no better one.
    hopes = [aim for aim in aims.values() if not aim.fails and aim.chance]
    best = max(hopes, key=lambda aim: (aim.chance < SURE, aim.chance * aim.weight), default=None)
    return (text("coach.why.aim", what=best.label),) if best else ()


def likely(aims: Aims) -> Text | None:
    """The likeliest aims with their chances, then the chance of failing; None if there is no aim."""
    ordered = sorted((aim for aim in aims.values() if aim.chance), key=lambda aim: (aim.fails, -aim.chance))
    aimed = [aim for aim in ordered if not aim.fails]
    likeliest = [aim for aim in aimed if aim.chance >= WORTH_TELLING][:MENTIONED] or aimed[:1]
    failed = [aim for aim in ordered if aim.fails and aim.chance >= WORTH_TELLING]
    if not likeliest:
        return None
    return listed([text("coach.aim", what=aim.label, odds=percent(aim.chance)) for aim in (*likeliest, *failed)])


def compared(chosen: Aims, best: Aims) -> tuple[Text, ...]:
    """What the best holding reaches more often, or fails less in, and what the chosen one is better for."""
    more = {key: best[key].chance - chosen[key].chance for key in best}
    aimed = [key for key in best if not best[key].fails]
    failing = [key for key in best if best[key].fails]
    gains = {key: more[key] * best[key].weight for key in aimed}
    words, gain = [], 0.0
    if aimed and more[top := max(aimed, key=lambda key: gains[key])] >= CLEAR:
        words.append(_instead("coach.why.better_for", best[top], chosen[top]))
        gain = more[top]
    # A smaller chance to fail that is due to one aim alone is not mentioned separately.
    if failing and more[less := min(failing, key=lambda key: more[key])] + gain <= -CLEAR:
        words.append(_instead("coach.why.fails_less", best[less], chosen[less]))
    if not words:
        return ()
    if more[lost := min(aimed, key=lambda key: gains[key])] <= -CLEAR:
        words.append(_instead("coach.why.worse_for", chosen[lost], best[lost]))
    if failing and more[worse := max(failing, key=lambda key: more[key])] >= CLEAR:
        words.append(_instead("coach.why.fails_more", best[worse], chosen[worse]))
    return tuple(words[:MENTIONED])


def _instead(key: str, aim: Aim, other: Aim) -> Text:
    return text(key, what=aim.label, odds=percent(aim.chance), less=percent(other.chance))
