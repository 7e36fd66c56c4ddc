"""The ids of games for Gymnasium and PettingZoo: `knobel/Title-v0`, variants `knobel/TitleOption-v0`."""

import re
from collections.abc import Iterator

import gymnasium
import pettingzoo

from knobel.games.spec import GameSpec, find, games
from knobel.scene.text import say, text

SPACE, VERSION = "knobel", 0


def ids() -> dict[str, dict[str, str]]:
    """The id of every game and of its variants by flags, with the arguments of `make`."""
    return {name: wishes for spec in games() for name, wishes in _of(spec)}


def _of(spec: GameSpec) -> Iterator[tuple[str, dict[str, str]]]:
    title = _camel(say(text(f"game.{spec.key}.title"), "en"))
    yield _name(title), {"game": spec.key}
    for option in spec.options:
        if option.flag:
            yield _name(title + _camel(option.key)), {"game": spec.key, option.key: "yes"}


def _camel(words: str) -> str:
    return "".join(word.capitalize() for word in re.split(r"\W|_", words))


def _name(title: str) -> str:
    return f"{SPACE}/{title}-v{VERSION}"


def register_all() -> None:
    """Register all ids, once."""
    for name, wishes in ids().items():
        if name in gymnasium.registry:
            continue
        gymnasium.register(
            name,
            "knobel_lab.envs.solo:SoloEnv",
            vector_entry_point="knobel_lab.envs.vector:SoloVectorEnv",
            kwargs=dict(wishes),
        )
        pettingzoo.register("aec", name, "knobel_lab.envs.pettingzoo_envs:env", kwargs=dict(wishes))
        if find(wishes["game"]).simultaneous:
            pettingzoo.register("parallel", name, "knobel_lab.envs.pettingzoo_envs:parallel_env", kwargs=dict(wishes))
