"""The solver commands of Kriss Kross, which is too large to solve: a player is trained instead, and measured."""

from pathlib import Path

from knobel.core.errors import BadSetup, NotProvided
from knobel.games.krisskross.rules import KRISS, KrissKross
from knobel.games.krisskross.solve.array_grids import ArrayGrids
from knobel.games.krisskross.solve.weights import load_weights, shipped_weights, weights_path
from knobel_lab.games.krisskross import measure as measuring
from knobel_lab.games.krisskross import train as training
from knobel_lab.games.krisskross.compiled_grids import CompiledGrids
from knobel_lab.games.krisskross.train import Course, Lesson
from knobel_lab.solving.run import Progress


def objective(game: KrissKross) -> str:
    """Raises NotProvided, with what to do instead."""
    raise NotProvided(f"{game.key} is too large to solve; train a strong player with knobel train {game.key}")


def subject(game: KrissKross) -> None:
    """Raises NotProvided, with what to do instead."""
    raise NotProvided(f"{game.key} has no table to distil; train its player with knobel train {game.key}")


def train(
    game: KrissKross, games: int, seed: int = 0, out: Path | None = None, progress: training.Progress | None = None
) -> tuple[Lesson, Course, Path]:
    """Train with `games` games, and store the weights in `out`, or where Knobel reads them."""
    _check_edition(game)
    path, lesson = out or weights_path(game.advanced), Lesson(game.advanced, games, seed)
    return lesson, training.train(lesson, path, progress), path


def _check_edition(game: KrissKross) -> None:
    """Refuse editions whose runs bring other points than those that the player has learnt."""
    if game.edition != KRISS:
        raise BadSetup(f"{game.key} is trained for the usual edition only; leave out --edition {game.edition}")


def weights_file(game: KrissKross) -> Path:
    """The default path of the weights."""
    return weights_path(game.advanced)


def measure(
    game: KrissKross,
    player: str,
    games: int,
    seed: int = 0,
    weights: Path | None = None,
    progress: Progress | None = None,
    *,
    plain: bool = False,
) -> measuring.Strength:
    """Measure the strength of a player in solo games, with Knobel's weights or others, compiled or plain."""
    _check_edition(game)
    learned = load_weights(game.advanced, weights) if weights else shipped_weights(game.advanced)
    grids = ArrayGrids(game.advanced, learned) if plain else CompiledGrids(game.advanced, learned)
    return measuring.measure(player, grids, games, seed, progress)
