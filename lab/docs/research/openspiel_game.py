"""Every game of Knobel as a game of OpenSpiel, for its algorithms: `make adapters` plays them against our own rules.

pip install knobel open-spiel
python lab/docs/research/openspiel_game.py hexhex --seats 2 --games 3
"""

import argparse
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from knobel import Over, Throw, make
from knobel.core.game import AnyGame

LONGEST = 10_000
"""More moves and dice no game has."""


def enlist(key: str, seats: int = 2, **options: str) -> str:
    """Make a game known to OpenSpiel; the name under which `pyspiel.load_game` finds it."""
    rules = make(key, seats, **options)
    name = "_".join(["knobel", key, str(seats), *(f"{option}_{value}" for option, value in sorted(options.items()))])
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"Knobel: {key}, {seats} seats",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if seats == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
    )

    class KnobelGame(pyspiel.Game):
        """These rules."""

        def __init__(self, params: Any = None) -> None:
            info = pyspiel.GameInfo(
                num_distinct_actions=len(rules.alphabet),
                max_chance_outcomes=max(len(die.sides) for die in rules.pool),
                num_players=seats,
                min_utility=-1.0 if seats > 1 else -1e4,
                max_utility=1.0 if seats > 1 else 1e4,
                utility_sum=None if seats == 1 else 0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> "KnobelState":
            return KnobelState(self, rules)

    pyspiel.register_game(kind, KnobelGame)
    return name


class KnobelState(pyspiel.State):
    """A position. A throw is a chance node for every die of it: its faces by their number."""

    def __init__(self, game: pyspiel.Game, rules: AnyGame) -> None:
        super().__init__(game)
        self.rules, self.state = rules, rules.start()
        self.numbers = {move: number for number, move in enumerate(rules.alphabet)}
        self.fallen: list[int] = []

    def current_player(self) -> int:
        """The seat that decides, or chance."""
        match self.rules.pending(self.state):
            case Over():
                return int(pyspiel.PlayerId.TERMINAL)
            case Throw():
                return int(pyspiel.PlayerId.CHANCE)
            case pending:
                return pending.seats[0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die that falls, each as likely."""
        sides = self._die().sides
        return [(number, 1 / len(sides)) for number in range(len(sides))]

    def _die(self) -> Any:
        """The next die of the throw that falls."""
        return self.rules.pool[self.rules.pending(self.state).dice[len(self.fallen)]]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.numbers[move] for move in self.rules.moves(self.state, player))

    def _apply_action(self, action: int) -> None:
        pending = self.rules.pending(self.state)
        if isinstance(pending, Throw):
            self.fallen.append(self._die().sides[action])
            if len(self.fallen) == len(pending.dice):
                self.state, self.fallen = self.rules.land(self.state, tuple(self.fallen)), []
        else:
            self.state = self.rules.play(self.state, pending.seats[0], self.rules.alphabet[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._die().sides[action] if player == pyspiel.PlayerId.CHANCE else self.rules.alphabet[action])

    def is_terminal(self) -> bool:
        """The game is over."""
        return isinstance(self.rules.pending(self.state), Over)

    def returns(self) -> list[float]:
        """The share of rivals beaten less the share that did better; alone the points."""
        pending, seats = self.rules.pending(self.state), self.rules.seats
        if not isinstance(pending, Over):
            return [0.0] * seats
        if seats == 1:
            return [float(self.rules.scores(self.state)[0])]
        return [
            sum((mine < other) - (mine > other) for other in pending.places) / (seats - 1) for mine in pending.places
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.fallen}"

    information_state_string = observation_string = lambda self, player=0: f"{player}: {self}"


def main() -> None:
    """Play games through OpenSpiel: its search for trees of moves in the first seat, chance in all others."""
    parser = argparse.ArgumentParser(description="Play a game of Knobel through OpenSpiel.")
    parser.add_argument("game", help="the key of a game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--simulations", type=int, default=0, help="how many games its search imagines for a move")
    options = parser.parse_args()
    game = pyspiel.load_game(enlist(options.game, options.seats))
    chance = Random(1)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    search = mcts.MCTSBot(game, 1.0, options.simulations, rollouts, random_state=np.random.RandomState(1))
    for _ in range(options.games):
        state = game.new_initial_state()
        while not state.is_terminal():
            thinks = options.simulations and state.current_player() == 0
            state.apply_action(search.step(state) if thinks else chance.choice(state.legal_actions()))
        scores, returns = state.rules.scores(state.state), state.returns()
        print(f"{options.game}: {state.move_number()} moves and dice, scores {scores}, returns {returns}")
        won = state.rules.pending(state.state).places[0] == 1
        if options.seats > 1 and (abs(sum(returns)) > 1e-9 or (returns[0] > 0) > won):
            raise SystemExit("the returns are not those of the rules")


if __name__ == "__main__":
    main()
