"""Draw the plots of docs/research/plots.md and docs/distributions.md, on light and on dark paper."""

import shlex
from contextlib import chdir
from pathlib import Path

from knobel.cli.main import app
from knobel.plot import THEMES

FOLDER = Path("docs/images/plots")
PLOTS = {
    "scores": "scores classic",
    "scores-hexhex": "scores hexhex",
    "scores-extreme": "scores extreme",
    "ladder": "ladder docs/strength/hexhex.json",
    "trajectory": "trajectory docs/research/anna-and-bert.txt",
    "chips": "chips",
}
"""The name of each plot, and how it is asked for."""


def main() -> None:
    """Draw them all."""
    with chdir(Path(__file__).parent.parent):
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name, asked in PLOTS.items():
            for theme in THEMES:
                out = str(FOLDER / f"{name}-{theme}.svg")
                app(["plot", *shlex.split(asked), "--theme", theme, "--out", out], standalone_mode=False)


if __name__ == "__main__":
    main()
