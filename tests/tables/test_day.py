"""The games of a day follow from the date alone."""

from datetime import date, timedelta
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import games, make
from knobel.coach.bot import Greedy
from knobel.core.checked import seal_for
from knobel.core.dealt import Dealt
from knobel.core.errors import BadSetup
from knobel.core.game import Fell, Throw
from knobel.core.playout import play_record
from knobel.core.proof import prove
from knobel.core.record import Record
from knobel.games.holding.tray import Keep
from knobel.games.spec import Daily, DayVariant, GameSpec, find
from knobel.tables.day import DayGame, counts, day_game, day_of, featured, games_of, read_day

FIRST = date(2024, 1, 1)
DAYS = st.dates(FIRST, date(2200, 12, 31))
KEYS = [spec.key for spec in games() if spec.daily]


def played(game: DayGame, seed: int = 0) -> Record:
    record = game.record(tuple(f"Player {seat}" for seat in range(game.seats)))
    return play_record(record, [Greedy(seed)] * game.seats, Dealt(record))


def test_the_dice_of_a_day_are_worked_out_by_hand_from_its_date_and_game() -> None:
    secret = sha256(b"knobel today 1\ndice\n2026-11-17\nclassic\n").digest()
    found = day_game(date(2026, 11, 17), "classic").dice
    assert found.secret == secret
    assert found.table == "day20261117"
    assert found.seal == seal_for("day20261117", secret)
    assert set(found.nonces) == {"-"}


def test_the_variant_of_a_day_is_worked_out_by_hand() -> None:
    number = int(sha256(b"knobel today 1\nvariant\n2026-11-17\nkribbeln\n").hexdigest(), 16)
    assert day_game(date(2026, 11, 17), "kribbeln").options == {"sheet": str(1 + number % 6)}


def test_the_featured_game_is_worked_out_by_hand() -> None:
    # Rounds of seven games begin on Mondays, like the first day.
    opening, place = "2026-11-16", 1
    order = sorted(KEYS, key=lambda key: sha256(f"knobel today 1\nround\n{opening}\n{key}\n".encode()).digest())
    assert featured(date(2026, 11, 17)) == order[place]


@given(st.integers(0, 5000))
def test_every_game_is_featured_once_in_a_round(number: int) -> None:
    start = FIRST + timedelta(days=number * len(KEYS))
    assert {featured(start + timedelta(days=day)) for day in range(len(KEYS))} == set(KEYS)


@given(DAYS)
def test_a_day_has_every_game_once_the_featured_first(day: date) -> None:
    found = games_of(day)
    assert sorted(one.game for one in found) == sorted(KEYS)
    assert found[0].game == featured(day)


@pytest.mark.parametrize("key", KEYS)
def test_every_variant_of_a_day_can_be_played(key: str) -> None:
    daily = find(key).daily
    assert daily
    for variant in daily.variants:
        assert make(key, 1 + len(variant.rivals), **variant.options).seats == 1 + len(variant.rivals)


@pytest.mark.parametrize("key", KEYS)
def test_a_record_of_a_day_proves_itself_and_tells_its_day(key: str) -> None:
    game = day_game(date(2028, 2, 29), key)
    record = played(game)
    assert prove(record).holds
    assert day_of(record) == game
    assert day_of(Record.read(record.text())) == game
    assert counts(record)


def fallen(record: Record) -> dict[tuple[int, int, int], int]:
    """Every die that fell, by turn, throw and position."""
    found: dict[tuple[int, int, int], int] = {}
    turn, throw = 1, 0
    for (_, event), before in zip(record.standing, record.states, strict=False):
        if isinstance(event, Fell):
            pending = record.game.pending(before)
            assert isinstance(pending, Throw)
            throw += 1
            found |= {(turn, throw, at): face for at, face in zip(pending.dice, event.faces, strict=True)}
        elif not isinstance(event.move, Keep):
            turn, throw = turn + 1, 0
    return found


def test_other_decisions_meet_the_same_dice_by_turn_throw_and_position() -> None:
    game = day_game(date(2026, 11, 17), "yatzy")
    one, other = fallen(played(game, 1)), fallen(played(game, 2))
    both = one.keys() & other.keys()
    assert one.keys() != other.keys()
    assert {turn for turn, _, _ in both} == set(range(1, 16))
    assert all(one[name] == other[name] for name in both)


def test_a_game_with_other_dice_or_rules_is_of_no_day() -> None:
    game = day_game(date(2026, 11, 17), "classic")
    assert day_of(Record(game.rules, ("Anna",), "seed 1")) is None
    assert day_of(Record(make("classic", joker=True), ("Anna",), game.dice.text())) is None
    other = day_game(date(2026, 11, 18), "hexhex").dice
    assert day_of(Record(make("hexhex", len(other.nonces)), ("Anna", "Bert")[: len(other.nonces)], other.text()))
    assert day_of(Record(game.rules, ("Anna",), day_game(date(2026, 11, 17), "yatzy").dice.text())) is None


def test_a_throw_that_was_taken_back_does_not_count_but_a_box_may_be() -> None:
    game = day_game(date(2026, 11, 17), "classic")
    record = game.record(("Anna",))
    dice = Dealt(record)
    record.fell(*dice(game.rules.pool))
    record.moved(0, "write chance")
    record.undo()
    record.moved(0, "write ones")
    play_record(record, [Greedy(0)], dice)
    assert counts(record)
    assert prove(record).holds

    again = game.record(("Anna",))
    dice = Dealt(again)
    again.fell(*dice(game.rules.pool))
    again.undo()
    again.fell(*dice(game.rules.pool))
    play_record(again, [Greedy(0)], dice)
    assert not counts(again)
    assert prove(again).holds


@pytest.mark.parametrize("text", ["", "today", "2026-2-3", "20261117", "2026-02-30", "2026-11-17T00:00", "9" * 5000])
def test_what_is_no_day_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadSetup, match="2026-11-17"):
        read_day(text)


@given(st.dates())
def test_a_day_reads_back(day: date) -> None:
    assert read_day(day.isoformat()) == day


def test_before_the_first_day_there_is_no_game() -> None:
    with pytest.raises(BadSetup, match="2024-01-01"):
        games_of(date(2023, 12, 31))
    with pytest.raises(BadSetup, match="2024-01-01"):
        day_game(date(1999, 12, 31), "classic")


def test_a_game_that_joins_later_leaves_the_days_before_it_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [featured(FIRST + timedelta(days=day)) for day in range(40)]
    late = GameSpec(key="late", seats=range(1, 2), daily=Daily(FIRST + timedelta(days=40), (DayVariant(),)))
    monkeypatch.setattr("knobel.tables.day.games", lambda: (*games(), late))
    assert [featured(FIRST + timedelta(days=day)) for day in range(40)] == before
    found = {featured(FIRST + timedelta(days=40 + day)) for day in range(len(KEYS) + 1)}
    assert found == {*KEYS, "late"}
