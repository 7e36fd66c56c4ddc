"""Opening a table: which games, seats and options there are."""

import pytest

from knobel import BadSetup, UnknownGame, find, games, make, register


def test_games_are_listed_with_their_options() -> None:
    listed = {info.key: (info.seats[0], info.seats[-1], [option.key for option in info.options]) for info in games()}
    assert (
        listed.items()
        >= {
            "kribbeln": (2, 5, ["sheet", "tasks", "beginner", "arrangement", "begins"]),
            "extreme": (1, 4, ["strict", "begins"]),
            "krisskross": (1, 6, ["advanced", "edition", "begins"]),
            "master": (1, 4, ["last_round", "two_pairs", "triple", "quad", "begins"]),
            "hexhex": (1, 6, ["pairs", "strict", "begins"]),
            "classic": (1, 6, ["strict", "joker", "further", "begins"]),
        }.items()
    )


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="unknown game 'chess'; the games are kribbeln, extreme"):
        make("chess")


@pytest.mark.parametrize("seats", [0, 7, -1, 2.0, "2", True])
def test_seats_are_a_whole_number_the_game_allows(seats: int) -> None:
    with pytest.raises(BadSetup, match="kribbeln is for 2 to 5 seats, not"):
        make("kribbeln", seats)


def test_without_a_number_the_fewest_seats_play() -> None:
    assert make("kribbeln").seats == 2
    assert make("classic").seats == 1


def test_an_option_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadSetup, match="classic has no option 'advanced'; its options are strict, joker"):
        make("classic", advanced=True)
    with pytest.raises(BadSetup, match="krisskross has no option 'beginner'; its options are advanced"):
        make("krisskross", beginner=True)


def test_an_option_takes_only_its_choices() -> None:
    with pytest.raises(BadSetup, match="option advanced cannot be 'perhaps'; use one of no, yes"):
        make("krisskross", advanced="perhaps")


@pytest.mark.parametrize("value", [True, "yes", " yes "])
def test_a_flag_is_given_as_truth_or_text(value: object) -> None:
    assert make("krisskross", advanced=value).options == {"advanced": "yes"}


def test_a_key_is_registered_once() -> None:
    with pytest.raises(BadSetup, match="a game 'classic' is registered already"):
        register(find("classic"))
