"""Tournaments: who plays whom how often, with which dice, and what is left when a run is interrupted."""

import json
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from knobel import BadSetup, make
from knobel.coach.values import values_of
from knobel_lab.arena.journal import HEAD, GameRow
from knobel_lab.arena.participant import read_entrants
from knobel_lab.arena.program import Limits
from knobel_lab.arena.tournament import Tournament, level_tournament

TRIO = ("random", "b=random", "c=random")
CAT_AND_OWL = read_entrants(("cat", "owl"))


def tournament(*texts: str, games: int = 12, seats: int = 2, **wishes: Any) -> Tournament:
    return Tournament(make("hexhex", seats), read_entrants(texts or TRIO), games, 1, **wishes)


def run(contest: Tournament, workers: int = 1) -> list[GameRow]:
    with ThreadPoolExecutor(workers) as pool:
        return contest.run(pool)


@pytest.mark.parametrize("seats", [2, 3])
def test_everybody_sits_in_every_seat_equally_often(seats: int) -> None:
    games = run(tournament(games=6, seats=seats))
    tables = 3 if seats == 2 else 1
    assert len(games) == 6 * tables
    for seat in range(seats):
        sat = [game.players[seat] for game in games]
        assert {sat.count(name) for name in ("random", "b", "c")} == {len(games) // 3}


def test_games_do_not_depend_on_who_plays_them() -> None:
    assert run(tournament(), 3) == run(tournament())
    assert run(tournament(games=8)) == [game for game in run(tournament()) if game.number < 4]


def test_an_interrupted_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.jsonl"
    whole = run(tournament(journal=path))
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + len(whole)
    path.write_text("".join(lines[:21]) + lines[21][:40])
    played: list[int] = []
    contest = tournament(journal=path)
    with ThreadPoolExecutor(1) as pool:
        assert contest.run(pool, lambda done, total, _: played.append(done)) == whole
    assert (played[0], played[-1]) == (20, len(whole))
    # Games that are noted twice, or were not asked for, are not counted.
    path.write_text("".join([*lines, *lines[1:9], lines[-1].replace('"number": 5', '"number": 99')]))
    again = tournament(journal=path)
    assert run(again) == whole
    assert not again.series()


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game, path = make("kribbeln", 2), tmp_path / "ladder"
    whole = run(level_tournament(game, ("hare", "fox"), 24, 2, path))
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + len(whole) == 25
    path.write_text("".join(lines[:12]) + lines[12][:50])
    contest = level_tournament(game, ("hare", "fox"), 24, 2, path)
    assert run(contest) == whole
    assert len(path.read_text().splitlines()) == 12 + 1 + 1 + 13
    assert not contest.series()
    with pytest.raises(BadSetup, match=f"{path} holds a tournament with seed 2, not 3; choose another --out"):
        run(level_tournament(game, ("hare", "fox"), 24, 3, path))


def test_levels_sit_at_one_table_only_where_they_touch_each_other() -> None:
    assert Tournament(make("krisskross", 2), CAT_AND_OWL, 4, alone=True).seats() == [("cat",), ("owl",)]
    assert level_tournament(make("hexhex", 2), ("cat", "owl"), 4).seats() == [("cat",), ("owl",)]
    assert level_tournament(make("kribbeln", 2), ("cat", "owl"), 4).seats() == [("cat", "owl"), ("owl", "cat")]


def test_sheets_played_alone_have_as_many_games_as_a_pairing() -> None:
    games = run(Tournament(make("krisskross", 2), CAT_AND_OWL, 6, 1, alone=True), 2)
    assert [game.key for game in games] == [(number, (name,)) for number in range(6) for name in ("cat", "owl")]


def test_levels_sit_first_equally_often() -> None:
    with pytest.raises(BadSetup, match="an even number of games, not 5"):
        level_tournament(make("kribbeln", 2), ("hare", "fox"), 5)
    with pytest.raises(BadSetup, match="a table of 2 needs at least that many players, not 1"):
        level_tournament(make("kribbeln", 2), ("hare",), 4)


def test_neighbours_on_a_ladder_may_play_more_games() -> None:
    game = make("kribbeln", 2)
    few, many = (level_tournament(game, ("hare", "cat", "fox"), 4, 1, neighbours=count) for count in (0, 10))
    played = [(number, set(series.seatings[0])) for series in many.series() for number in series.numbers]
    by_table = Counter(frozenset(one.name for one in table) for _, table in played)
    assert by_table == {frozenset(pair): 5 for pair in (("hare", "cat"), ("cat", "fox"))} | {
        frozenset(("hare", "fox")): 2
    }
    assert sum(len(series.numbers) for series in few.series()) == 6
    with pytest.raises(BadSetup, match="an even number of games, not 3"):
        level_tournament(game, ("hare", "fox"), 4, neighbours=3)
    with pytest.raises(BadSetup, match="everybody plays alone and all play equally many games"):
        level_tournament(make("hexhex", 2), ("hare", "fox"), 4, neighbours=10)


def test_more_games_and_more_players_can_be_added(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    few = run(tournament("random", "b=random", games=8, journal=path))
    more = tournament(games=12, journal=path)
    games = run(more)
    assert set(few) < set(games)
    assert len(games) == 36
    assert len(path.read_text().splitlines()) == 2 + 36


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"dice": "fresh"}, "holds a tournament with dice 'common', not 'fresh'; choose another --out"),
        ({"limits": Limits(1)}, "holds a tournament with limits"),
        ({"texts": ("b=random", "random=owl")}, "'random' is another player; choose another --out"),
    ],
)
def test_another_tournament_is_not_mixed_in(tmp_path: Path, other: dict[str, Any], sentence: str) -> None:
    path = tmp_path / "games.jsonl"
    run(tournament(games=4, journal=path))
    before = path.read_text()
    with pytest.raises(BadSetup) as error:
        run(tournament(*other.pop("texts", ()), games=4, journal=path, **other))
    assert sentence in str(error.value)
    assert path.read_text() == before


def test_games_that_were_decided_by_other_values_are_not_mixed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    own = tournament("cat", "random", games=4, journal=path)
    assert own.settings["values"] == [str(file) for file in values_of(own.game)] != []
    assert tournament("random", "b=random").settings["values"] == []
    games = run(own)
    monkeypatch.setattr("knobel_lab.arena.tournament.values_used", lambda _: ("other.table",))
    other = tournament("cat", "random", games=4, journal=path)
    with pytest.raises(BadSetup, match=r"with values \['points\.table, shipped .*not \['other\.table'\]; choose"):
        run(other)
    with pytest.raises(BadSetup, match=r"the arena decides by other\.table, this computer by points\.table, shipped"):
        other.series()[0].play()
    older = json.loads(path.read_text().splitlines()[0])
    del older[HEAD]["values"]
    path.write_text("\n".join([json.dumps(older), *path.read_text().splitlines()[1:]]) + "\n")
    assert run(tournament("cat", "random", games=4, journal=path)) == games


class Interrupted(Executor):
    """Does what it is given at once; the fourth piece of work is interrupted."""

    def __init__(self) -> None:
        self.given: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        task: Future[Any] = Future()
        self.given.append(task)
        if len(self.given) == 4:
            task.set_exception(KeyboardInterrupt())
        elif len(self.given) == 5:
            task.set_running_or_notify_cancel()
            task.set_result(fn(*args))
        elif len(self.given) < 4:
            task.set_result(fn(*args))
        return task


def test_what_was_done_is_kept_when_a_run_is_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    contest = tournament(journal=path)
    with pytest.raises(KeyboardInterrupt):
        contest.run(Interrupted())
    journaled = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert len(journaled) == len(contest.played) == 32
    assert run(tournament(journal=path)) == run(tournament())


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"games": 5}, "games are 4, 6, 8, … at every table, not 5"),
        ({"games": 2}, "at least twice"),
        ({"dice": "loaded"}, "dice are common or fresh, not 'loaded'"),
        ({"seats": 4, "games": 8}, "a table of 4 needs at least that many players, not 3"),
        ({"seats": 1}, "a table of 2 needs"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_refused(wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup) as error:
        tournament(*(("random",) if wishes.get("seats") == 1 else ()), **wishes)
    assert sentence in str(error.value)
