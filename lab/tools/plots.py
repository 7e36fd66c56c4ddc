"""Draw the plots of lab/docs/research/plots.md and lab/docs/distributions.md, for light and dark themes."""

import json
import shlex
from contextlib import chdir

from lab.tools.distributions import perfect_games
from lab.tools.games import DOCS, ordered, settings

from knobel.cli.main import app
from knobel.scene.text import say, text
from knobel_lab.plot import THEMES, learning, save


def commands() -> dict[str, str]:
    """The name of each plot, and the arguments of `knobel plot` in the folder of the documents."""
    commands = {f"scores-{game.key}": f"scores {game.key}" for game in perfect_games()}
    for game in ordered():
        commands |= settings(game.key, "plots")
    return {**commands, "trajectory": "trajectory research/anna-and-bert.txt"}


def learned() -> dict[str, list[tuple[float, float]]]:
    """The learning curves by game: seconds, and per cent of perfect play."""
    curves = {}
    for path in sorted((DOCS / "research" / "learning").glob("*.json")):
        run = json.loads(path.read_text("utf-8"))
        if "perfect" in run:
            title = say(text(f"game.{run['game']}.title"), "en")
            curves[title] = [(at["seconds"], 100 * at["paid"] / run["perfect"]) for at in run["curve"]]
    return curves


def main() -> None:
    """Draw all plots."""
    folder = DOCS / "images" / "plots"
    folder.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        save(learning(learned(), "PPO in NumPy", theme_name=theme), folder / f"learning-{theme}.svg")
    with chdir(DOCS):
        for name, command in commands().items():
            for theme in THEMES:
                out = str(folder / f"{name}-{theme}.svg")
                app(["plot", *shlex.split(command), "--theme", theme, "--out", out], standalone_mode=False)


if __name__ == "__main__":
    main()
