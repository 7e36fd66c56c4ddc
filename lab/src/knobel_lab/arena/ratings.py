"""Ratings of players (Bradley–Terry), independent of the order of the games."""

from collections.abc import Iterable, Sequence
from math import log

import numpy as np

from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.standing import Mean, beat

AVERAGE = 1500.0
"""The average rating."""

POINTS = 400 / log(10)
"""The scale of Elo ratings: 400 points more mean ten wins for one defeat."""

UNKNOWN = 350.0
"""The standard deviation of the prior: of the rating of an unknown player."""

STEP, STEPS, CLOSE, DIGITS = 2.0, 200, 1e-12, 6


def ratings(players: Sequence[str], games: Iterable[GameRow]) -> dict[str, Mean]:
    """The rating of each player, best first: the most likely ratings in the Bradley–Terry model.

    A draw is half a win for both. A game of several players is split into its pairs, weighted so that together they
    count as much as the places that were decided. All games are fitted at once, so equal results give equal ratings.
    The error is the standard deviation of the model; without games it is that of the prior.
    """
    at = {name: number for number, name in enumerate(players)}
    beaten = np.zeros((len(players), len(players)))
    for game in games:
        for seat, name in enumerate(game.players):
            for rival, other in enumerate(game.players):
                if seat != rival:
                    share = beat(game.places[seat], game.places[rival])
                    beaten[at[name], at[other]] += share * 2 / len(game.players)
    strengths, errors = _fitted(beaten)
    rated = {name: Mean(*_scaled(strengths[at[name]], errors[at[name]])) for name in players}
    return dict(sorted(rated.items(), key=lambda named: -named[1].mean))


def _scaled(strength: float, error: float) -> tuple[float, float]:
    return round(AVERAGE + POINTS * strength, DIGITS), round(POINTS * error, DIGITS)


def _fitted(beaten: np.ndarray) -> tuple[list[float], list[float]]:
    """The most likely strengths and their standard deviations, by Newton's method."""
    met, doubt = beaten + beaten.T, (POINTS / UNKNOWN) ** 2
    strengths = np.zeros(len(beaten))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = met * expected * (1 - expected)
        curvature = np.diag(weights.sum(axis=1) + doubt) - weights
        pull = (beaten - met * expected).sum(axis=1) - doubt * strengths
        step = np.clip(np.linalg.solve(curvature, pull), -STEP, STEP)
        strengths += step
        if abs(step).max() < CLOSE:
            break
    return strengths.tolist(), np.sqrt(np.diag(np.linalg.inv(curvature))).tolist()
