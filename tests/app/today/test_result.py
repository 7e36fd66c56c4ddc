"""What became of the game of a day."""

from datetime import date

import pytest

from knobel import games
from knobel.app.today.result import played, result, share
from knobel.coach.bot import LEVELS
from knobel.core.errors import BadSetup, NotProvided
from knobel.core.record import Record
from knobel.tables.day import day_game

DAY = date(2026, 11, 17)
QUICK = [spec.key for spec in games() if spec.reach and spec.minutes <= 25]
"""Games that bots play in a moment."""


@pytest.mark.parametrize("key", QUICK)
def test_a_bot_plays_the_same_game_every_time(key: str) -> None:
    game = day_game(DAY, key)
    assert played(game, LEVELS[0]).text() == played(game, LEVELS[0]).text()


@pytest.mark.parametrize("key", QUICK)
def test_start_luck_and_decisions_are_what_the_review_says_and_the_owl_gives_nothing_away(key: str) -> None:
    game = day_game(DAY, key)
    found = result(played(game))
    assert found.counts
    assert found.judged
    assert found.scores[0] == found.judged.owl
    assert found.judged.decisions == pytest.approx(0, abs=0.01)


def test_what_is_shared_tells_points_but_no_dice() -> None:
    game = day_game(DAY, "classic")
    found = result(played(game, LEVELS[1]))
    german, english = share(found, "de", "https://example.org/today"), share(found, "en")
    assert german.splitlines()[0] == "Knobel · Classic · 17.11.2026"
    assert german.splitlines()[-1] == "https://example.org/today"
    assert f"{found.scores[0]} points" in english
    assert found.judged
    assert f"owl with the same dice: {found.judged.owl}" in english


def test_where_nobody_judges_a_game_its_points_are_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> None:
        raise NotProvided("nobody judges it")

    record = played(day_game(DAY, "classic"), LEVELS[0])
    monkeypatch.setattr("knobel.app.today.result.review", nobody)
    found = result(record)
    assert found.as_dict()["owl"] is None
    assert next(line.key for line in found.words()) == "today.points"
    assert not any(line.key.startswith(("today.skill", "today.owl")) for line in found.words())


def test_shares_of_beaten_games_are_per_cents_and_the_usual_level_is_among_them() -> None:
    found = result(played(day_game(DAY, "classic"), LEVELS[2]))
    assert {who for who, _ in found.beats} >= {"perfect", "cat"}
    assert all(0 <= share <= 100 for _, share in found.beats)


def test_only_a_game_of_a_day_that_is_over_has_a_result() -> None:
    game = day_game(DAY, "classic")
    with pytest.raises(BadSetup, match="not over"):
        result(game.record(("Anna",)))
    with pytest.raises(BadSetup, match="not a game of the day"):
        result(Record(game.rules, ("Anna",), "random"))
