"""Ratings: one number a player, with its error, by openskill's model of Plackett and Luce."""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce

from knobel.arena.played import Played
from knobel.players.arena import Mean


def ratings(players: Sequence[str], games: Iterable[Played]) -> dict[str, Mean]:
    """What each player is rated, best first; the error is the model's standard deviation.

    Everybody begins with 25 ± 8.3. Players do not change during a tournament, so nothing is added to the error between
    games (tau is 0). Games are told in the order of their numbers, whoever finished them first.
    """
    model = PlackettLuce(tau=0.0)
    found = {name: model.rating(name=name) for name in players}
    for game in sorted(games, key=lambda game: game.key):
        teams = model.rate([[found[name]] for name in game.players], ranks=[float(place) for place in game.places])
        found.update({name: team[0] for name, team in zip(game.players, teams, strict=True)})
    best = sorted(players, key=lambda name: -found[name].mu)
    return {name: Mean(found[name].mu, found[name].sigma) for name in best}
