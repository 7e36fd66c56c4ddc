"""Editions and house rules: what each option changes, and what stays."""

from dataclasses import replace

import pytest

from knobel import AnyGame, Record, make
from knobel.coach.bot import LEVELS, bot
from knobel.coach.judge import caveats, judge_of
from knobel.core.dice import seeded
from knobel.core.game import Decide, Fell, Moved, Over, Throw, read_move, replay
from knobel.core.playout import play_record
from knobel.games.holding.tray import Tray
from knobel.games.krisskross.rules import grid_points, line_points
from knobel.games.master.rules.board import Board
from knobel.games.master.rules.game import Master, State
from knobel.games.scorecard.rules import Scorecard
from knobel.scene import look
from knobel.testing import conform, random_record

EDITIONS = [
    ("classic", 2, {"strict": True}),
    ("classic", 2, {"joker": True, "further": True}),
    ("classic", 3, {"begins": "roll"}),
    ("classic", 2, {"begins": "rulebook"}),
    ("extreme", 2, {"strict": True, "begins": "lot"}),
    ("hexhex", 2, {"pairs": "alike"}),
    ("hexhex", 3, {"strict": True, "begins": "rulebook"}),
    ("yatzy", 4, {"begins": "lot"}),
    ("kribbeln", 3, {"begins": "roll"}),
    ("kribbeln", 2, {"begins": "rulebook", "arrangement": "any"}),
    ("krisskross", 2, {"edition": "criss", "begins": "rulebook"}),
    ("krisskross", 1, {"edition": "single", "advanced": True}),
    ("krisskross", 3, {"edition": "double", "begins": "lot"}),
    ("master", 3, {"last_round": "again", "begins": "roll"}),
    ("master", 2, {"two_pairs": 1, "triple": 3, "quad": 4, "begins": "rulebook"}),
]


def edition(case: tuple[str, int, dict[str, object]]) -> AnyGame:
    key, seats, options = case
    return make(key, seats, **options)


every = pytest.mark.parametrize("case", EDITIONS, ids=str)


@every
def test_every_edition_keeps_the_laws_and_can_be_drawn(case: tuple[str, int, dict[str, object]]) -> None:
    game = edition(case)
    conform(game, games=2)
    for state in random_record(game, 7).states:
        look(game, state)


@every
def test_bots_play_every_edition_to_its_end(case: tuple[str, int, dict[str, object]]) -> None:
    game = edition(case)
    record = Record(game)
    play_record(record, [bot(game, LEVELS[1], 1)] * game.seats, seeded(3))
    assert isinstance(record.pending, Over)
    assert Record.read(record.text()) == record


@pytest.mark.parametrize("key", ["classic", "extreme", "hexhex", "yatzy", "master"])
def test_what_is_as_usual_is_not_written_in_records(key: str) -> None:
    assert make(key).options == {}


def told(key: str, seats: int, *lines: str, **options: object) -> tuple[AnyGame, object]:
    game = make(key, seats, **options)
    events = [
        Fell(tuple(map(int, line[2:].split())))
        if line.startswith("- ")
        else Moved(int(line[0]), read_move(game, line[2:]))
        for line in lines
    ]
    return game, replay(game, events)


def offered(game: AnyGame, state: object) -> set[str]:
    (seat,) = game.pending(state).seats  # type: ignore[union-attr]
    return {str(move) for move in game.moves(state, seat) if not str(move).startswith("keep")}


def test_strictly_a_box_is_struck_only_if_nothing_fits() -> None:
    game, state = told("hexhex", 1, "- 1 1 1 2 2", strict=True)
    assert offered(game, state) == {
        "write mash", "write cauldron", "write triple", "write two_pairs", "write triple_and_pair"
    }  # fmt: skip
    free, same = told("hexhex", 1, "- 1 1 1 2 2")
    assert len(offered(free, same)) == 11
    lines = [
        line
        for box in ("mash", "cauldron", "triple", "two_pairs", "triple_and_pair")
        for line in ("- 1 1 1 2 2", f"0 write {box}")
    ]
    game, state = told("hexhex", 1, *lines, "- 1 1 1 2 2", strict=True)
    assert len(offered(game, state)) == 6


def test_a_joker_has_full_points_once_five_stand_and_its_upper_box_is_filled() -> None:
    fives = ("- 5 5 5 5 5", "0 write five_of_a_kind", "- 5 5 5 5 5", "0 write fives")
    game, state = told("classic", 1, *fives, "- 5 5 5 5 5", "0 write large_straight", joker=True)
    assert game.scores(state) == (50 + 25 + 40,)
    game, state = told("classic", 1, *fives[:2], "- 5 5 5 5 5", "0 write large_straight", joker=True)
    assert game.scores(state) == (50,)
    game, state = told("classic", 1, *fives, "- 5 5 5 5 5", "0 write large_straight")
    assert game.scores(state) == (75,)
    struck = ("- 1 2 3 4 6", "0 write five_of_a_kind", *fives[2:], "- 5 5 5 5 5", "0 write full_house")
    assert told("classic", 1, *struck, joker=True)[0].scores(told("classic", 1, *struck, joker=True)[1]) == (25,)


def test_each_further_five_of_a_kind_earns_fifty_wherever_it_is_written() -> None:
    lines = [line for box in ("five_of_a_kind", "fives", "chance") for line in ("- 5 5 5 5 5", f"0 write {box}")]
    game, state = told("classic", 1, *lines, further=True)
    assert game.scores(state) == (50 + 25 + 25 + 2 * 50,)
    cells = {cell.key: cell.value for cell in look(game, state).sheets[0].cells}
    assert cells["further"] == 100


def test_alike_ones_may_serve_as_pairs_in_hex_hex() -> None:
    usual, alike = make("hexhex"), make("hexhex", pairs="alike")
    assert isinstance(usual, Scorecard)
    assert isinstance(alike, Scorecard)
    boxes = [box.key for box in usual.card.boxes]

    def worth(game: Scorecard, faces: tuple[int, ...], box: str) -> int:
        return game.card.worths(faces)[boxes.index(box)]

    assert (worth(usual, (1, 1, 1, 1, 2), "two_pairs"), worth(alike, (1, 1, 1, 1, 2), "two_pairs")) == (0, 3)
    assert (worth(usual, (1,) * 5, "triple_and_pair"), worth(alike, (1,) * 5, "triple_and_pair")) == (0, 4)
    assert worth(alike, (1, 1, 1, 1, 2), "triple_and_pair") == 0
    assert judge_of(alike).exact(alike, alike.start(), 0)
    assert judge_of(alike).value(alike, alike.start(), 0) == pytest.approx(33.965222)
    assert not caveats(alike)


@pytest.mark.parametrize(
    ("edition", "advanced", "total"),
    [("kriss", False, 100), ("criss", False, 100), ("single", False, 110), ("double", False, 120), ("criss", True, 120),
     ("single", True, 110)],
)  # fmt: skip
def test_a_grid_of_one_symbol_counts_as_its_edition_has_diagonals(edition: str, advanced: bool, total: int) -> None:
    assert grid_points((3,) * 25, advanced, edition) == total


def test_four_alike_count_eight_in_older_editions() -> None:
    assert (line_points((1, 1, 1, 1, 2)), line_points((1, 1, 1, 1, 2), "criss")) == (6, 8)


def test_titles_are_for_the_basic_solo_game_of_our_rulebook_and_have_comments() -> None:
    for options, notes in (({}, 2), ({"advanced": True}, 0), ({"edition": "criss"}, 0)):
        game = make("krisskross", 1, **options)
        assert len(look(game, random_record(game, 1).state).notes) == notes


def test_coins_of_master_are_those_of_the_owners_board() -> None:
    for quad, coins in ((3, 3), (4, 4), (2, 2)):
        _, state = told("master", 1, "- 6 6 6 6 1", "0 coins quad", quad=quad)
        assert state.boards[0].coins == coins  # type: ignore[attr-defined]


def test_everybody_plays_once_more_if_the_last_seat_of_a_round_is_first_at_the_goal() -> None:
    near = Board((True,) * 6, (8, 8, 8, 0, 0, 0), 8 + 7)
    for once_more in (False, True):
        game = Master(2, once_more)
        last = State((Board(), near), 1, 9, Tray((4, 4, 4, 4, 1), 3))
        assert game.scores(last) == (0, 14)
        last = replace(last, boards=(Board(), replace(near, rows=(8, 8, 8, 4, 0, 0))))
        after = game.play(last, 1, read_move(game, "rows 4"))
        assert isinstance(game.pending(after), Throw if once_more else Over)
        if once_more:
            tray = Tray((1, 1, 2, 3, 5), 3)
            for seat in (0, 1):
                after = game.play(replace(after, tray=tray), seat, read_move(game, "coins pair"))
            assert isinstance(game.pending(after), Over)
        first = State((replace(near, rows=(8, 8, 8, 4, 0, 0)), Board()), 0, 9, Tray((4, 4, 4, 4, 1), 3))
        after = game.play(first, 0, read_move(game, "rows 4"))
        after = game.play(replace(after, tray=Tray((1, 1, 2, 3, 5), 3)), 1, read_move(game, "coins pair"))
        assert isinstance(game.pending(after), Over)


def test_a_lot_beyond_the_last_seat_is_drawn_again() -> None:
    game, state = told("classic", 3, "- 5", "- 2", begins="lot")
    assert game.pending(state) == Throw(1, (0, 1, 2, 3, 4))


def test_the_highest_roll_begins_and_ties_roll_again() -> None:
    game, state = told("classic", 3, "- 4", "- 6", "- 6", "- 2", "- 3", begins="roll")
    assert game.pending(state) == Throw(2, (0, 1, 2, 3, 4))


def test_the_table_says_who_is_the_youngest() -> None:
    game = make("master", 3, begins="rulebook")
    assert game.pending(game.start()) == Decide((0,))
    game, state = told("master", 3, "0 begin 3", begins="rulebook")
    assert game.pending(state) == Throw(2, (0, 1, 2, 3, 4))
    assert look(game, game.start()).prompt.key == "game.master.begins.question"


def test_alone_nobody_is_asked_who_begins() -> None:
    for key in ("classic", "master", "krisskross"):
        game = make(key, 1, begins="rulebook")
        assert not isinstance(game.pending(game.start()), Decide) or key == "krisskross"


@pytest.mark.parametrize(
    ("key", "options"),
    [("classic", {"joker": True}), ("extreme", {"strict": True}), ("krisskross", {"edition": "criss"}),
     ("master", {"quad": 4})],
)  # fmt: skip
def test_judges_made_for_other_rules_say_so(key: str, options: dict[str, object]) -> None:
    game = make(key, 1, **options)
    assert caveats(game)
    assert not judge_of(game).exact(game, game.start(), 0)
    assert not caveats(make(key, 1))
