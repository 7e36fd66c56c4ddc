"""What a loss means, worked out by hand."""

import pytest

from knobel import AnyGame, NotProvided, make
from knobel.coach.numbers import CLASSES, Scale, classify, error_rate, number, odds, spread
from knobel.scene.text import say


@pytest.mark.parametrize(
    ("loss", "name"),
    [
        *((0, "best"), (0.01, "best"), (0.02, "good"), (0.5, "good"), (0.51, "slip"), (2.5, "slip")),
        *((2.6, "mistake"), (7.5, "mistake"), (7.6, "blunder"), (50, "blunder")),
    ],
)
def test_a_class_is_a_part_of_what_a_turn_moves(loss: float, name: str) -> None:
    assert classify(loss, spread=10) == name


def test_classes_are_ordered() -> None:
    assert [most for _, most in CLASSES] == sorted(most for _, most in CLASSES)


@pytest.mark.parametrize("key", ["classic", "yatzy", "extreme"])
def test_two_points_are_no_blunder_where_thirty_can_be_lost(key: str) -> None:
    unit = spread(make(key, 1), "points")
    assert (classify(2, unit), classify(30, unit)) == ("slip", "blunder")


def test_an_error_rate_is_the_mean_loss_in_hundredths_of_a_spread() -> None:
    assert error_rate([1.0, 0, 0, 3.0], spread=10) == pytest.approx(10)
    assert error_rate([0.1, 0, 0, 0.3], spread=1) == pytest.approx(10)
    assert error_rate([], spread=10) == 0


def test_every_game_has_a_yardstick() -> None:
    assert spread(make("extreme", 1), "points") > spread(make("hexhex", 1), "points")
    assert spread(make("krisskross", 2, advanced="yes"), "points") > spread(make("krisskross", 2), "points")
    assert spread(make("kribbeln", 4), "rank_points") == 2 * spread(make("kribbeln", 2), "rank_points")
    assert spread(make("classic", 1), "reach") > 0


def test_a_yardstick_that_nobody_has_measured_is_not_guessed() -> None:
    with pytest.raises(NotProvided, match="how far a turn of classic moves turns"):
        spread(make("classic", 2), "turns")


@pytest.mark.parametrize(
    ("game", "objective"),
    [
        *((make("classic", 1), "points"), (make("extreme", 1), "points"), (make("hexhex", 1), "points")),
        *((make("hexhex", 2), "win"), (make("master", 1), "turns"), (make("krisskross", 1), "points")),
        (make("krisskross", 1, advanced="yes"), "points"),
    ],
    ids=str,
)
def test_the_yardstick_of_every_game_is_its_own(game: AnyGame, objective: str) -> None:
    assert 0 < spread(game, objective) < 20


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0, "never"),
        (1 / 7776, "once in 8000"),
        (0.002, "once in 500"),
        (0.0066, "once in 150"),
        (0.25, "25% of the time"),
        (0.99999, "almost always"),
        (1, "always"),
    ],
)
def test_chances_are_said_in_per_cent_and_words(chance: float, words: str) -> None:
    assert say(odds(chance), "en") == words


def test_numbers_are_written_as_each_language_does() -> None:
    assert say(number(-9.44), "de") == "−9,4"
    assert say(number(9.44, signed=True), "en") == "+9.4"
    assert say(number(231.0), "en") == "231"
    assert say(number(0.001, signed=True), "en") == "0"
    assert say(number(2, 0, signed=True), "de") == "+2"


@pytest.mark.parametrize(
    ("objective", "value", "german", "english"),
    [
        ("points", 4.2, "rund 4 Punkte", "about 4 points"),
        ("points", -1.04, "rund einen Punkt", "about one point"),
        ("points", 0.32, "rund 0,3 Punkte", "about 0.3 points"),
        ("points", 0.07, "rund 0,07 Punkte", "about 0.07 points"),
        ("win", 0.0412, "rund 4 Prozentpunkte", "about 4 percentage points"),
        ("win", 0.0099, "rund einen Prozentpunkt", "about one percentage point"),
        ("turns", -0.5, "rund 0,5 Züge", "about 0.5 turns"),
    ],
)
def test_differences_are_rounded_as_people_say_them(objective: str, value: float, german: str, english: str) -> None:
    words = Scale(objective, 10.0).about(value)
    assert (say(words, "de"), say(words, "en")) == (german, english)


def test_turns_count_up_and_chances_are_percents() -> None:
    assert say(Scale("turns", 0.6).amount(-19.83), "de") == "19,83 Züge"
    assert say(Scale("turns", 0.6).change(-0.5), "en") == "+0.50"
    assert say(Scale("win", 0.1).amount(0.625), "en") == "62.5%"
    assert say(Scale("win", 0.1).size(-0.021), "de") == "2,1 Prozentpunkte"
    assert say(Scale("points", 1.57).amount(1.0), "en") == "1 point"
