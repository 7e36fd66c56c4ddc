"""The commands that draw: plot scores, ladder, trajectory, chips. Their dependencies are imported only when needed."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.options import File, Key, game_options
from knobel.core.errors import BadSetup, NotProvided
from knobel.core.files import load
from knobel.library import games, make
from knobel.scene.text import say, text
from knobel_lab.facets import solve_facet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

plot = typer.Typer(
    help="Draw scores, ladders, games and the worth of chips, as SVG or PNG.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write; its name ends in .svg or .png.")]
Theme = Annotated[str, typer.Option("--theme", metavar="light|dark", help="The paper it is drawn on.")]


@plot.command()
@game_options
def scores(
    key: Key,
    out: Out = Path("scores.svg"),
    theme: Theme = "light",
    seats: Annotated[int | None, typer.Option(min=1, help="How many players, where it matters.")] = None,
    *,
    options: dict[str, object],
) -> None:
    """Draw the chance to reach a score, for perfect play (or the best bots) and for bots of the usual level."""
    _check()
    from knobel.solve.scores import distribution, distributions, usual_seats
    from knobel_lab.plot import chances

    game = make(key, seats or usual_seats(key), **options)
    # Raises an error with the reason if there is none.
    distribution(game)
    counted = {_who(one.players.who): one for one in distributions(game)}
    _keep(chances(counted, _title(key), theme_name=theme), out)


@plot.command()
def ladder(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The output of knobel arena --json.")],
    out: Out = Path("ladder.svg"),
    theme: Theme = "light",
) -> None:
    """Draw how often each player beats each other one."""
    _check()
    from knobel_lab.plot import ladder as draw

    results = _read(file)
    shares: dict[tuple[str, str], tuple[float, float]] = {}
    names: list[str] = []
    try:
        for pairing in results["pairings"]:
            one, other = (_who(pairing[side]) for side in ("one", "other"))
            mean, error = (float(pairing["won"][part]) for part in ("mean", "error"))
            shares |= {(one, other): (mean, error), (other, one): (1 - mean, error)}
            names += [name for name in (one, other) if name not in names]
        title = _title(str(results["game"]))
    except (KeyError, TypeError, ValueError):
        raise BadSetup(f"{file} is not a ladder; write one with knobel arena GAME --json > FILE") from None
    _keep(draw(names, shares, title, theme), out)


@plot.command()
def trajectory(file: File, out: Out = Path("trajectory.svg"), theme: Theme = "light") -> None:
    """Draw what each seat of a game could expect, entry by entry, and where it gave away most."""
    _check()
    from knobel.coach import review
    from knobel_lab.plot import trajectory as draw

    reviewed = review(load(file))
    _keep(draw(reviewed, _title(reviewed.game), reviewed.objective.replace("_", " "), theme), out)


@plot.command()
def chips(out: Out = Path("chips.svg"), theme: Theme = "light") -> None:
    """Draw what a chip is worth over the course of a game."""
    _check()
    from knobel_lab.plot import chips as draw

    for spec in games():
        try:
            worths = solve_facet(make(spec.key)).chips(make(spec.key))
        except NotProvided:
            continue
        _keep(draw(worths, _title(spec.key), theme), out)
        return
    raise BadSetup("no game has chips")


def _check() -> None:
    """Raise an error at once if matplotlib is missing."""
    if not find_spec("matplotlib"):
        raise BadSetup("plots need one more package; run pip install 'knobel-lab[plot]'")


def _keep(figure: "Figure", out: Path) -> None:
    from knobel_lab.plot import save

    save(figure, out)
    print(out)


def _who(key: str) -> str:
    """The name of a player: a level, perfect play, or its own name."""
    from knobel.coach.bot import LEVELS

    if key == "perfect":
        return say(text("spread.perfect"), "en")
    return say(text(f"level.{key}"), "en") if key in {level.key for level in LEVELS} else key


def _title(key: str) -> str:
    return say(text(f"game.{key}.title"), "en")


def _read(file: Path) -> dict[str, Any]:
    try:
        results: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadSetup(f"cannot read {file}: {error.strerror}") from None
    except ValueError:
        raise BadSetup(f"{file} is not JSON; write it with knobel arena GAME --json > FILE") from None
    return results
