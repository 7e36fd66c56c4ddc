"""Stopping as soon as the games suffice."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from knobel import BadSetup, make
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.participant import read_entrants
from knobel_lab.arena.sequential import BOUND, MIN_NUMBERS, Verdict, check_share, verdict
from knobel_lab.arena.tournament import Tournament


def games(results: list[tuple[bool, bool]]) -> list[GameRow]:
    """Games of a and b by number: whether a won from the first and from the second seat."""
    rows = []
    for number, (first, second) in enumerate(results):
        rows.append(GameRow(number, ("a", "b"), (0, 0), (1, 2) if first else (2, 1), 1))
        rows.append(GameRow(number, ("b", "a"), (0, 0), (2, 1) if second else (1, 2), 1))
    return rows


def judged(share: float, chance: Random) -> Verdict:
    """The verdict on players of whom the first wins so often."""
    won = [(chance.random() < share, chance.random() < share) for _ in range(1000)]
    return verdict(("a", "b"), games(won), 0.6)


def test_the_right_answer_is_found_as_often_as_promised() -> None:
    chance = Random(1)
    even, better = ([judged(share, chance) for _ in range(100)] for share in (0.5, 0.6))
    assert all(one.decided for one in (*even, *better))
    # One in twenty may be wrong; of a hundred, twelve and more would be wrong one time in a hundred at most.
    assert sum(one.odds > 0 for one in even) < 12
    assert sum(one.odds < 0 for one in better) < 12
    # Far from both, and for players that are alike to the last move, few games are enough.
    assert judged(0.9, chance).numbers < 40
    assert verdict(("a", "b"), games([(True, False)] * 500), 0.6).numbers < 100


def test_only_numbers_without_a_gap_are_looked_at() -> None:
    rows = games([(True, True)] * 50)
    assert verdict(("a", "b"), rows, 0.6).numbers == MIN_NUMBERS
    assert verdict(("a", "b"), [row for row in rows if row.number != 3], 0.6) == Verdict(0.6, 3, 0.0)
    assert verdict(("b", "a"), rows, 0.6).odds < -BOUND
    assert "After 3 numbers it is still open whether a wins 60 % against b" in Verdict(0.6, 3, 0.0).sentence("a", "b")


def test_a_tournament_stops_at_the_same_game_whoever_plays_it(tmp_path: Path) -> None:
    def play(jobs: int, journal: Path | None = None) -> list[GameRow]:
        entrants = read_entrants(["owl", "random"])
        contest = Tournament(make("hexhex", 2), entrants, 400, 1, journal=journal, until=0.6)
        with ThreadPoolExecutor(jobs) as pool:
            rows = contest.run(pool)
        assert contest.verdict(0.6).decided
        return rows

    alone = play(1, tmp_path / "games.jsonl")
    assert len(alone) == 2 * MIN_NUMBERS
    assert play(3) == alone == play(1, tmp_path / "games.jsonl")


def test_what_cannot_be_decided_is_refused() -> None:
    with pytest.raises(BadSetup, match="--until compares two players at tables of two, not 3"):
        Tournament(make("hexhex", 2), read_entrants(["owl", "fox", "cat"]), 40, until=0.6)
    for share in (50, 100, float("nan")):
        with pytest.raises(BadSetup, match="more than 50 and less than 100 per cent"):
            check_share(share)
