"""Scenes: a front end that only draws them offers exactly what the rules allow."""

import dataclasses
import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from knobel import AnyGame, Decide, Over, Record, games, make, read_move
from knobel.games.holding.tray import fresh
from knobel.games.master.rules.board import LAPS, Board
from knobel.games.spec import LANGUAGES
from knobel.scene import label, look
from knobel.scene.model import Scene, as_json
from knobel.scene.text import Text, say, text
from knobel.testing.games import random_play

GAMES = [
    *(make(info.key, seats) for info in games() for seats in (info.seats[0], info.seats[-1])),
    make("kribbeln", 3, beginner=True),
    make("krisskross", 2, advanced=True),
]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.key}-{game.seats}-{dict(game.options)}")


class Moment(NamedTuple):
    """A state of a game, and the scene of it."""

    state: Any
    scene: Scene


@cache
def moments(key: str, seats: int, options: tuple[tuple[str, str], ...]) -> tuple[Moment, ...]:
    """A game played at random; it is the same for every test that looks at it."""
    game = make(key, seats, **dict(options))
    return tuple(Moment(record.state, look(game, record.state)) for record in random_play(game, 3))


def scenes(game: AnyGame) -> tuple[Moment, ...]:
    return moments(game.key, game.seats, tuple(game.options.items()))


def texts(value: Any) -> Iterator[Text]:
    """All texts anywhere in a scene."""
    if isinstance(value, Text):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from texts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from texts(part)


@every_game
def test_choices_and_held_dice_are_exactly_the_moves(game: AnyGame) -> None:
    for state, scene in scenes(game):
        for seat in range(game.seats):
            offered = {choice.move for choice in scene.choices if choice.seat == seat}
            if scene.tray.keep and seat in scene.seats:
                dice = [die.position for die in scene.tray.dice]
                held = [part for count in range(len(dice)) for part in combinations(dice, count)]
                offered |= {f"keep {' '.join(map(str, part)) or 'none'}" for part in held}
            assert offered == {str(move) for move in game.moves(state, seat)}


@every_game
def test_a_scene_waits_for_what_the_game_waits_for(game: AnyGame) -> None:
    for state, scene in scenes(game):
        pending = game.pending(state)
        assert (scene.waiting, scene.game) == (type(pending).__name__.lower(), game.key)
        assert (scene.choices != ()) == isinstance(pending, Decide)
        assert scene.places == (pending.places if isinstance(pending, Over) else ())


@every_game
def test_the_totals_of_the_sheets_are_the_scores(game: AnyGame) -> None:
    for state, scene in scenes(game):
        assert tuple(sheet.total for sheet in scene.sheets) == game.scores(state)
        assert [sheet.seat for sheet in scene.sheets] == list(range(game.seats))


@every_game
def test_all_sheets_have_the_same_cells_with_keys_of_their_own(game: AnyGame) -> None:
    for _, scene in scenes(game):
        keys = [[cell.key for cell in sheet.cells] for sheet in scene.sheets]
        assert all(sheet == keys[0] for sheet in keys)
        assert len(set(keys[0])) == len(keys[0])


@every_game
def test_cells_of_choices_exist_and_moves_of_cells_are_choices(game: AnyGame) -> None:
    for _, scene in scenes(game):
        moves = {choice.move for choice in scene.choices}
        for sheet in scene.sheets:
            assert {cell.move for cell in sheet.cells if cell.move} <= moves
        for choice in scene.choices:
            assert set(choice.cells) <= {cell.key for cell in scene.sheets[choice.seat].cells}


@pytest.mark.parametrize("key", ["kribbeln", "extreme", "hexhex", "classic"])
def test_a_choice_worth_nothing_says_why(key: str) -> None:
    for _, scene in scenes(make(key, 2)):
        for choice in scene.choices:
            assert (choice.worth == 0) == (choice.reason is not None)


@pytest.mark.parametrize("key", ["extreme", "hexhex", "classic"])
def test_a_box_previews_what_its_choice_is_worth(key: str) -> None:
    for _, scene in scenes(make(key, 2)):
        for choice in scene.choices:
            cells = {cell.key: cell for cell in scene.sheets[choice.seat].cells}
            assert [cells[name].preview for name in choice.cells] == [choice.worth]


def test_a_placement_is_worth_what_it_adds_to_the_total() -> None:
    game = make("krisskross", 2, advanced=True)
    for state, scene in scenes(game):
        for choice in scene.choices[::7]:
            if choice.worth is not None:
                after = game.play(state, choice.seat, read_move(game, choice.move))
                gained = game.scores(after)[choice.seat] - game.scores(state)[choice.seat]
                assert gained == choice.worth


@pytest.mark.parametrize("advanced", [False, True])
def test_a_placement_tells_its_symbols_and_the_lines_that_change(advanced: bool) -> None:
    game = make("krisskross", 2, advanced=advanced)
    for state, scene in scenes(game):
        for choice in scene.choices[::7]:
            after = look(game, game.play(state, choice.seat, read_move(game, choice.move)))
            was, then = ({cell.key: cell.value for cell in one.sheets[choice.seat].cells} for one in (scene, after))
            changed = {key: value for key, value in then.items() if value != was[key]}
            begins = choice.worth is None
            assert choice.after == ({"a3": changed["a3"]} if begins else changed)
            assert set(choice.cells) <= set(choice.after)


@every_game
def test_every_text_can_be_said_in_every_language(game: AnyGame) -> None:
    names = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi")
    for words in {words for _, scene in scenes(game) for words in texts(scene)}:
        for language in LANGUAGES:
            said = say(words, language, names)
            assert said
            assert "{" not in said


@every_game
def test_a_scene_is_plain_json(game: AnyGame) -> None:
    for _, scene in scenes(game):
        plain = as_json(scene)
        assert json.loads(json.dumps(plain))["prompt"] == {
            "key": scene.prompt.key,
            "values": dict(scene.prompt.values),
        }


@pytest.mark.parametrize("key", [info.key for info in games()])
def test_everything_appraised_has_a_name(key: str) -> None:
    info = next(info for info in games() if info.key == key)
    game = make(key)
    dice = ["."] * 25 if key == "krisskross" else [die.faces[1] for die in game.pool]
    for box in info.appraise(game, dice):
        for language in LANGUAGES:
            assert say(label(game, box), language)


def test_two_pairs_missing_is_the_reason_for_a_worthless_box() -> None:
    record = Record(make("extreme"))
    record.fell(1, 2, 3, 4, 6, 8)
    cell = next(cell for cell in look(record.game, record.state).sheets[0].cells if cell.key == "two_pairs")
    assert (cell.preview, cell.move) == (0, "write two_pairs")
    assert cell.reason is not None
    assert say(cell.reason, "en") == "no two pairs"
    assert say(cell.reason, "de") == "keine zwei Paare"


def test_the_bonus_shows_how_far_it_is_and_what_it_brought() -> None:
    record = Record(make("classic"))
    for number, box in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1):
        record.fell(*[number] * 5)
        record.moved(0, f"write {box}")
        bonus = next(cell for cell in look(record.game, record.state).sheets[0].cells if cell.key == "bonus")
        assert bonus.value == 5 * sum(range(1, number + 1))
        assert bonus.points == (35 if number >= 5 else 0)
        assert bonus.size == 63


def test_a_fourth_throw_is_offered_as_a_chip() -> None:
    record = Record(make("extreme"))
    for _ in range(2):
        record.fell(1, 2, 3, 4, 5, 9)
        assert look(record.game, record.state).tray.keep != Text("game.extreme.keep.chip", (("n", 3),))
        record.moved(0, "keep none")
    record.fell(1, 2, 3, 4, 5, 9)
    tray = look(record.game, record.state).tray
    assert (tray.throws, tray.most, tray.keep) == (3, 4, Text("game.extreme.keep.chip", (("n", 3),)))
    record.moved(0, "keep 1")
    record.fell(2, 3, 4, 5, 9)
    tray = look(record.game, record.state).tray
    assert (tray.throws, tray.most, tray.keep) == (4, 4, None)


def test_kribbeln_dice_show_their_colour() -> None:
    record = Record(make("kribbeln"))
    record.fell(1, 1, 1, 1, 1, 6)
    dice = look(record.game, record.state).tray.dice
    assert [die.colour for die in dice] == ["black", "green", "blue", "orange", "yellow", "yellow"]


def test_a_kribbel_field_says_why_one_cannot_dodge_into_it() -> None:
    record = Record(make("kribbeln", 2, tasks="; ".join(["0 blue"] * 6)))
    met, lower, missed = (6, 6, 6, 5, 6, 6), (6, 6, 6, 5, 6, 5), (6, 6, 6, 6, 6, 6)
    record.fell(*missed)
    record.moved(0, "dodge")
    for seat, faces in ((0, met), (1, lower), (0, met), (1, lower), (1, lower)):
        record.fell(*faces)
        record.moved(seat, "write")
    record.fell(*missed[:5], 5)
    cells = {cell.key: cell for cell in look(record.game, record.state).sheets[0].cells}
    assert (cells["kribbel_1"].value, cells["kribbel_2"].move) == (36, None)
    assert cells["kribbel_2"].reason == text("game.kribbeln.reason.kribbel", sum=35, highest=36)


def test_master_says_when_the_last_round_has_begun_and_how_many_there_were() -> None:
    state, scene = scenes(make("master", 2))[-1]
    assert scene.notes == (Text("game.master.rounds", (("n", state.round - 1),)),)


def test_a_master_choice_tells_what_stands_in_every_cell_it_changes() -> None:
    game = make("master", 3)
    for state, scene in scenes(game):
        for choice in scene.choices:
            after = look(game, game.play(state, choice.seat, read_move(game, choice.move)))
            was, becomes = ({cell.key: cell.value for cell in one.sheets[choice.seat].cells} for one in (scene, after))
            assert {**was, **choice.after} == becomes


@pytest.mark.parametrize(
    ("faces", "move", "dice"),
    [
        ((3, 1, 3, 5, 5), "rows 3", (1, 3)),
        ((3, 1, 3, 5, 5), "rows 3 5", (1, 3, 4, 5)),
        ((3, 1, 3, 5, 5), "coins pair", (1, 3, 4, 5)),
        ((3, 5, 3, 5, 3), "coins triple", (1, 3, 5)),
        ((3, 5, 3, 5, 3), "row 5 coins triple", (1, 2, 3, 4, 5)),
        ((4, 2, 4, 4, 4), "coins quad", (1, 3, 4, 5)),
        ((1, 2, 3, 4, 6), "task small_straight", (1, 2, 3, 4, 5)),
    ],
)
def test_a_master_choice_names_the_dice_that_serve_it(faces: tuple[int, ...], move: str, dice: tuple[int, ...]) -> None:
    record = Record(make("master", 2))
    record.fell(*faces)
    assert [choice.dice for choice in look(record.game, record.state).choices if choice.move == move] == [dice]


def test_the_race_of_master_is_announced_as_long_as_it_is_open() -> None:
    record = Record(make("master", 3))
    announced = []
    for _ in range(3):
        record.fell(1, 2, 3, 4, 6)
        cells = {cell.key: cell for sheet in look(record.game, record.state).sheets[2:] for cell in sheet.cells}
        announced.append((cells["small_straight"].bonus, cells["row_1"].bonus))
        record.moved(record.state.seat, "task small_straight")
    assert announced == [(2, 2), (1, 2), (0, 2)]
    assert all(cell.bonus is None for cell in look(make("master", 1), make("master", 1).start()).sheets[0].cells)


def test_coins_that_lapse_say_why_they_bring_nothing() -> None:
    game = make("master", 2)
    full = dataclasses.replace(
        game.start(), boards=(Board(coins=sum(LAPS)), Board()), tray=fresh(5).land((3, 3, 5, 5, 1))
    )
    choices = {choice.move: choice for choice in look(game, full).choices}
    assert choices["coins pair"].reason == text("game.master.reason.coins_closed")
    assert choices["rows 3"].reason is None


def test_only_master_races_for_a_total() -> None:
    goals = {game.key: look(game, game.start()).sheets[0].goal for game in GAMES if game.seats > 1}
    assert goals.pop("master") == 15
    assert set(goals.values()) == {None}


def test_a_solo_kriss_kross_ends_with_a_title() -> None:
    _, scene = scenes(make("krisskross"))[-1]
    assert scene.notes[0].key.startswith("game.krisskross.title.")
    assert scene.prompt == Text("prompt.over_solo")
