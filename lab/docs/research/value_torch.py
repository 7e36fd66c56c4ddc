"""A value learner with PyTorch: Master for two by self-play, on many tables. It needs PyTorch, so no test runs it.

A net learns the chance to win of whoever throws next. With it a whole turn is solved exactly, over all rolls and all
ways to hold dice; what the turn is worth is what the net is taught for the boards that it began with.

pip install "knobel-lab[envs]" torch
python lab/docs/research/value_torch.py --seconds 60 --against cat fox
"""

import argparse
import json
from time import process_time
from typing import Any

import numpy as np
import torch
from numba import njit

from knobel.games.master.rules.board import GOAL, LAST_COIN, ROW_LENGTH
from knobel_lab.envs import SoloVectorEnv, VectorTurnEnv
from knobel_lab.games.master.batch import DONE, ROWS, STEPS, WIDTH, act, possible, rows_under_way, stars_of
from knobel_lab.games.master.batch_tables import NONE, tables

TABLES, HIDDEN, RATE = 512, 64, 2e-3
RULES, THROWS, KEEPS, CHECKS = tables(), 3, 31, 6
FACTS, HOLDING = 64 + LAST_COIN + 1 + 24 + 6 * (ROW_LENGTH + 1), 9
"""How many facts of a board there are, and how many hold at once: its tasks, coin steps, stars and six rows."""
Array = Any


@njit(cache=True)
def tell(boards: Array, own: Array, seat: int, rules: Array, row: Array) -> tuple[int, int]:
    """The facts of both boards, as whoever has the own one and this seat sees them; and the stars of both."""
    stars = [0, 0]
    for side in range(2):
        board = own if side == 0 else boards
        start, first = side * HOLDING, side * FACTS
        stars[side] = stars_of(board, rules.task_stars, rules.lap_stars)
        row[start], row[start + 1] = first + board[DONE], first + 64 + board[STEPS]
        row[start + 2] = first + 65 + LAST_COIN + stars[side]
        for at in range(6):
            row[start + 3 + at] = first + 89 + LAST_COIN + at * (ROW_LENGTH + 1) + board[ROWS + at]
    row[-1] = 2 * FACTS + seat
    return stars[0], stars[1]


@njit(cache=True)
def endings(boards: Array, seats: Array, rules: Array, decided: Array, seen: Array, where: Array) -> int:
    """What to ask the net: all ways to end each turn, as the other seat sees them. Decided ones go to `decided`."""
    count, after, parts = 0, np.zeros(WIDTH, np.int64), len(rules.parts)
    for at in range(len(boards)):
        own, other, under_way = boards[at, 0], boards[at, 1], rows_under_way(boards[at, 0])
        for part in range(parts + 1):
            after[:] = own
            if part < parts:
                if not possible(own, under_way, rules.parts[part]):
                    decided[at, part] = -1.0
                    continue
                act(boards[at], 0, rules.parts[part], after)
            theirs, mine = tell(after, other, 1 - seats[at], rules, seen[count])
            if seats[at] == 1 and max(mine, theirs) >= GOAL:
                decided[at, part] = 0.5 + 0.5 * np.sign(mine - theirs)
            else:
                where[count, 0], where[count, 1] = at, part
                count += 1
    return count


@njit(cache=True)
def expect(held: Array, up: Array) -> None:
    """Fill every partial holding with its mean over the next die."""
    for row in range(len(up) - 1, -1, -1):
        total = np.float32(0)
        for face in range(6):
            total += held[up[row, face]]
        held[row] = total * np.float32(1 / 6)


@njit(cache=True)
def choose(held: Array, down: Array) -> None:
    """Raise every holding to the best of those with fewer dice."""
    for pair in range(len(down)):
        held[down[pair, 0]] = max(held[down[pair, 0]], held[down[pair, 1]])


@njit(cache=True)
def solve(worths: Array, rules: Array, best: Array, stages: Array, turns: Array) -> None:
    """From what each ending is worth: the best one with each roll, what holding dice is worth, and the whole turn."""
    start = np.zeros(stages.shape[2], np.float32)
    for at in range(len(worths)):
        first, second = stages[at]
        for roll in range(rules.full.size):
            most, chosen = -1.0, worths.shape[1] - 1
            for part in rules.suits[roll]:
                if part != NONE and worths[at, part] > most:
                    most, chosen = worths[at, part], part
            best[at, roll], second[rules.full[roll]] = chosen, worths[at, chosen]
        expect(second, rules.up)
        first[:] = second
        choose(first, rules.down)
        expect(first, rules.up)
        start[:] = first
        choose(start, rules.down)
        expect(start, rules.up)
        turns[at] = start[0]


class Player:
    """Plays some tables with a net; what it found for a turn is kept for its second and third throw."""

    def __init__(self, net: torch.nn.Module, envs: Any) -> None:
        rolls, holdings = RULES.full.size, len(RULES.up) + RULES.full.size
        self.net, self.every, self.slices = net, np.arange(envs.num_envs), envs.games.encoding.slices
        self.best = np.zeros((envs.num_envs, rolls), np.int64)
        self.stages = np.zeros((envs.num_envs, 2, holdings), np.float32)
        self.rolls = np.zeros(holdings, np.int64)
        self.rolls[RULES.full] = np.arange(rolls)
        # The action of each ending with each roll; to pass is the last one.
        self.actions = np.full((rolls, len(RULES.parts) + 1), KEEPS + RULES.does.shape[1])
        for roll, action in np.argwhere(RULES.does != NONE)[::-1]:
            self.actions[roll, RULES.does[roll, action]] = KEEPS + action

    def boards(self, seen: Array) -> Array:
        """The boards as the rules have them, the own one first."""
        boards = np.zeros((len(seen), 2, WIDTH), np.int64)
        for at, whose in enumerate(("own", "next1")):
            tasks, rows, coins = (seen[:, self.slices[f"{whose}.{name}"]] for name in ("tasks", "rows", "coins"))
            boards[:, at, DONE] = tasks @ (1 << np.arange(6))
            boards[:, at, STEPS] = np.rint(coins[:, 0] * LAST_COIN)
            boards[:, at, ROWS:] = np.rint(rows * ROW_LENGTH)
        return boards

    def look(self, which: Array, seen: Array, seats: Array) -> tuple[Array, Array]:
        """Solve the turns that begin at these tables: the facts of their boards, and what they are worth."""
        boards, parts = self.boards(seen), len(RULES.parts) + 1
        decided, turns = np.zeros((len(boards), parts), np.float32), np.zeros(len(boards), np.float32)
        questions = np.zeros((len(boards) * parts + 1, 2 * HOLDING + 1), np.int32)
        where = np.zeros((len(questions), 2), np.int64)
        count = endings(boards, seats, RULES, decided, questions, where)
        with torch.no_grad():
            theirs = torch.sigmoid(self.net(torch.from_numpy(questions[:count]))).numpy()
        decided[where[:count, 0], where[:count, 1]] = 1 - theirs
        best, stages = self.best[which], self.stages[which]
        solve(decided, RULES, best, stages, turns)
        self.best[which], self.stages[which] = best, stages
        facts = np.zeros((len(boards), questions.shape[1]), np.int32)
        for at, seat in enumerate(seats):
            tell(boards[at, 1], boards[at, 0], seat, RULES, facts[at])
        return facts, turns

    def play(self, seen: Array, seats: Array) -> tuple[Array, tuple[Array, Array] | None]:
        """An action for every table; and the facts of boards where a turn begins, with what it is worth."""
        throws = seen[:, self.slices["throws"]].argmax(axis=1)
        begun, every = np.flatnonzero(throws == 1), self.every
        lessons = self.look(begun, seen[begun], seats[begun]) if begun.size else None
        codes = 6 ** (1 + seen[:, self.slices["dice"]].reshape(-1, 5, 6).argmax(axis=2))
        roll = self.rolls[RULES.held[codes.sum(axis=1)]]
        held = self.stages[every[:, None], np.clip(throws - 1, 0, 1)[:, None], RULES.held[codes @ RULES.lies.T]]
        again = (throws < THROWS) & (held.max(axis=1) > self.stages[every, 1, RULES.full[roll]])
        return np.where(again, held.argmax(axis=1), self.actions[roll, self.best[every, roll]]), lessons


def untaught() -> torch.nn.Module:
    """Facts, two hidden layers, and how likely a win is."""
    bag, relu = torch.nn.EmbeddingBag(2 * FACTS + 2, HIDDEN, mode="sum"), torch.nn.ReLU()
    torch.nn.init.normal_(bag.weight, 0, 0.2)
    layers = torch.nn.Linear(HIDDEN, HIDDEN), relu, torch.nn.Linear(HIDDEN, 1), torch.nn.Flatten(0)
    return torch.nn.Sequential(bag, relu, *layers)


def train(seconds: float, seed: int, opponent: str) -> tuple[torch.nn.Module, list[dict[str, float]]]:
    """A net after so many seconds of the processor, and how it did against an opponent on the way."""
    torch.manual_seed(seed)
    net, envs, spent, turns, curve = untaught(), VectorTurnEnv("master", TABLES, seats=2), 0.0, 0, []
    player, adam, seen = Player(net, envs), torch.optim.Adam(net.parameters(), RATE), envs.reset(seed=seed)[0]
    envs.step(player.play(seen["observation"], envs.agent_selection)[0])  # compiles, which is not learning
    seen = envs.reset(seed=seed)[0]
    while spent < seconds:
        start = process_time()
        actions, lessons = player.play(seen["observation"], envs.agent_selection)
        if lessons:
            facts, worths = (torch.from_numpy(part) for part in lessons)
            adam.param_groups[0]["lr"] = RATE * max(0.02, 1 - spent / seconds)
            adam.zero_grad()
            torch.nn.functional.binary_cross_entropy_with_logits(net(facts), worths).backward()
            adam.step()
            turns += len(worths)
        seen = envs.step(actions)[0]
        before, spent = spent, spent + process_time() - start
        if spent * CHECKS // seconds != before * CHECKS // seconds:
            won, error = games(net, opponent, 100, seed=len(curve))
            curve.append({"seconds": round(spent, 1), "turns": turns, "paid": round(won, 3), "error": round(error, 3)})
            print(f"{spent:6.0f} s {turns:12,} turns, against {opponent} {won:+.3f} ± {error:.3f}", flush=True)
    return net, curve


def games(net: torch.nn.Module, opponent: str, count: int, seed: int) -> tuple[float, float]:
    """What games against an opponent pay, half of them from each seat: 1 for a win, -1 for a loss; with its error."""
    paid = np.zeros((2, count // 2))
    for seat in range(2):
        envs = SoloVectorEnv("master", count // 2, seats=2, seat=seat, opponents=opponent)
        player, going = Player(net, envs), np.ones(count // 2, bool)
        seen = envs.reset(seed=1000 * seed + seat)[0]
        while going.any():
            seen, rewards, ended, _, _ = envs.step(player.play(seen, np.full(count // 2, seat))[0])
            paid[seat] += rewards * going
            going &= ~ended
    return float(paid.mean()), float(paid.std() / paid.size**0.5)


def main() -> None:
    """Learn, and tell how it went."""
    parser = argparse.ArgumentParser(description="Learn Master for two by self-play.")
    parser.add_argument("--seconds", type=float, default=60, help="processor time to learn for (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", nargs="+", default=["cat"], help="levels to play against in the end")
    parser.add_argument("--games", type=int, default=400, help="how many games against each (default: 400)")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch (default: 1)")
    parser.add_argument("--out", help="a file for the learning curve, as JSON")
    wishes = parser.parse_args()
    torch.set_num_threads(wishes.threads)
    net, curve = train(wishes.seconds, wishes.seed, wishes.against[0])
    ends = {level: games(net, level, wishes.games, seed=99) for level in wishes.against}
    for level, (won, error) in ends.items():
        print(f"in the end against {level}: {won:+.3f} ± {error:.3f} over {wishes.games} games")
    if wishes.out:
        with open(wishes.out, "w", encoding="utf-8") as file:
            json.dump(
                {"game": "master", "seats": 2, "seed": wishes.seed, "curve": curve, "against": ends}, file, indent=1
            )


if __name__ == "__main__":
    main()
