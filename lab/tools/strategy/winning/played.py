"""Decisions of simulated games for two in which playing for points and playing to win differ.

Everybody plays for points. Of each game only the decision counts in which playing to win would have gained most; where
chances to win are exact only near the end, of those.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from lab.tools.strategy.experiments import ROUNDING, seed_of
from lab.tools.strategy.numbers import SEED, Part
from lab.tools.strategy.sections import table
from lab.tools.strategy.wording import Wording

from knobel.coach.choices import faces, lying, move_label, scene_of
from knobel.coach.judge import judge_of, objectives
from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Moved
from knobel.core.playout import steps
from knobel.games.spec import LANGUAGES
from knobel.scene.text import Text, say

SHOWN = 5
"""How many decisions are shown."""

MIN_GAIN = 0.01
"""The least gain of a decision that is shown."""

Stand = Callable[[AnyGame, Any, int], dict[str, Any]]
"""The state of a table as data, for the seat that decides."""

StandWords = Callable[[Wording, Mapping[str, Any]], str]
"""The state of a table in words."""


def played_part(game: AnyGame, games: int, stand: Stand, values: str = "exact") -> Part:
    """The decisions of this many games; also inexact ones, if no values are exact."""
    return Part(lambda: _moments(game, games, stand, exact=values == "exact"), values, games)


def _moments(game: AnyGame, games: int, stand: Stand, *, exact: bool) -> list[dict[str, Any]]:
    moments: list[dict[str, Any]] = []
    for number in range(games):
        best = max(_of_game(game, number, stand, exact=exact), key=lambda one: float(one["gain"]), default=None)
        if best and best["gain"] >= MIN_GAIN:
            moments.append(best)
    return sorted(moments, key=lambda one: -float(one["gain"]))[:SHOWN]


def _of_game(game: AnyGame, number: int, stand: Stand, *, exact: bool) -> Iterator[dict[str, Any]]:
    """The decisions of one game."""
    win, other = (judge_of(game, objective) for objective in objectives(game)[:2])

    def play(_game: AnyGame, state: Any, seat: int) -> Any:
        return _best(other.rate(game, state, seat))

    for step in steps(game, [play] * game.seats, seeded(seed_of(game.key, "winning", SEED, number))):
        if not isinstance(step.event, Moved):
            continue
        state, seat = step.before, step.event.seat
        if exact and not win.exact(game, state, seat):
            continue
        chances, points = win.rate(game, state, seat), other.rate(game, state, seat)
        best = [move for move in points if points[move] > max(points.values()) - ROUNDING]
        moves = {"points": max(best, key=lambda move: chances[move]), "win": _best(chances)}
        scene = scene_of(game, state)
        yield {
            "gain": chances[moves["win"]] - chances[moves["points"]],
            "stand": stand(game, state, seat),
            "dice": _said(faces(lying(scene))),
            "left": scene.tray.most - scene.tray.throws if scene.tray.keep else 0,
            "moves": {
                name: [_said(move_label(game, state, seat, move, scene)), chances[move]] for name, move in moves.items()
            },
        }


def _best(ratings: Mapping[Any, float]) -> Any:
    return max(ratings, key=lambda move: ratings[move])


def _said(words: Text) -> dict[str, str]:
    """A text in every language."""
    return {language: say(words, language) for language in LANGUAGES}


def played_table(wording: Wording, moments: Sequence[Mapping[str, Any]], stand: StandWords) -> str:
    """The table of the decisions."""
    heads = wording.heads("stands", "dice", "most", "win")
    return table(heads, [_row(wording, one, partial(stand, wording)) for one in moments], words=4)


def _row(wording: Wording, one: Mapping[str, Any], stand: Callable[[Mapping[str, Any]], str]) -> list[str]:
    moves = [
        wording.phrase("wins_with", play=words[wording.language], share=wording.percent(chance, 1))
        for words, chance in (one["moves"][name] for name in ("points", "win"))
    ]
    dice = one["dice"][wording.language]
    left = wording.phrase(f"left.{one['left']}", dice=dice) if one["left"] else dice
    return [stand(one["stand"]), left, *moves]
