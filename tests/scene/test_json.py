"""The JSON of scenes: put together from parts that are drawn and written once, it is what a plain drawing gives."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import _lru_cache_wrapper
from random import Random
from typing import Any

import pytest

from knobel import AnyGame, games, make
from knobel.scene import look
from knobel.scene.model import Scene, as_json, to_json
from knobel.scene.text import Text
from knobel.testing.games import random_play

GAMES = [
    *(make(info.key, seats) for info in games() for seats in sorted({info.seats[0], 2, info.seats[-1]})),
    *(make("kribbeln", seats, sheet=sheet, beginner=True) for seats, sheet in ((2, 3), (5, 6))),
    make("kribbeln", 3, tasks="; ".join(["0 blue"] * 3 + ["2 any & 2 any"] * 3)),
    *(make("krisskross", seats, advanced=True) for seats in (1, 2, 6)),
]
MOST = 60
"""How many states of a game are drawn."""


def plain(value: Any) -> Any:
    """The value as lists and dictionaries."""
    if isinstance(value, Text):
        return {"key": value.key, "values": {name: plain(one) for name, one in value.values}}
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


def written(scene: Scene) -> str:
    return json.dumps(plain(scene), ensure_ascii=False, separators=(",", ":"))


def caches() -> list[tuple[Any, str, Any]]:
    """All caches of rooms for what they draw, and those of what they share."""
    names = [name for name in sys.modules if name.startswith("knobel.games.") and name.endswith(".scene")]
    modules = [sys.modules[name] for name in (*names, "knobel.scene.table")]
    return [
        (module, name, value)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, _lru_cache_wrapper)
    ]


@contextmanager
def without_caches() -> Iterator[None]:
    """Inside, everything is drawn anew."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in caches():
            patch.setattr(module, name, value.__wrapped__)
        yield


def states(game: AnyGame, seed: int) -> list[Any]:
    """Some states of a game played at random, in the order of the game."""
    found = [record.state for record in random_play(game, seed)]
    return [found[at] for at in sorted(Random(seed).sample(range(len(found)), min(MOST, len(found))))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.key}-{game.seats}-{dict(game.options)}")
def test_a_scene_of_cached_parts_is_the_scene_drawn_anew(game: AnyGame) -> None:
    shown = states(game, 1)
    drawn = [(look(game, state), look(game, state)) for state in shown]
    with without_caches():
        drawn_anew = [look(game, state) for state in shown]
    for (first, again), anew in zip(drawn, drawn_anew, strict=True):
        plainly = written(anew)
        assert first == again == anew
        assert to_json(first) == to_json(again) == to_json(anew) == plainly
        assert as_json(first) == json.loads(plainly)


def test_marks_that_json_has_to_escape_are_written_as_json_has_them() -> None:
    game = make("classic", 2)
    scene = look(game, game.start())
    odd = Text('"\\\n\x01\x7fö😀', (("a", 'é"'), ("seat", 1), ("inner", Text("\t"))))
    scene = Scene(scene.game, {"option": 'ü"'}, "throw", (0,), odd, scene.tray, scene.sheets, notes=(odd,))
    assert to_json(scene) == written(scene)


def test_no_cache_of_what_is_drawn_grows_without_end() -> None:
    for game in GAMES:
        look(game, game.start())
    assert len(caches()) > 10
    for module, name, cache in caches():
        assert cache.cache_parameters()["maxsize"] is not None, f"{module.__name__}.{name}"
