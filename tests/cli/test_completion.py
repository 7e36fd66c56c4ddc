"""Shells complete commands, games and options: each asks as its own script does, and those that are here for real."""

import shutil
from pathlib import Path

import pexpect
import pytest

from tests.commands import KNOBEL, Run
from tests.patience import PATIENCE

START = {"bash": ["--rcfile", ".bashrc", "-i"], "zsh": ["-i"], "fish": ["-i"]}
"""How each shell is started so that it reads what a person's shell reads."""
ASK = {
    "bash": (START["bash"], "knobel rules kris\t"),
    # In zsh the first tab only loads what the second one asks.
    "zsh": (START["zsh"], "knobel rules kris\t\t"),
    "fish": (["-c", "complete -C 'knobel rules kris'"], ""),
}
"""How each shell is asked for completions: its start, and the keys."""
HERE = [shell for shell in START if shutil.which(shell)]


def asked(shell: str, line: str) -> dict[str, str]:
    """What the script of a shell sets when the tab key is pressed."""
    if shell == "bash":
        return {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    return {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}


@pytest.mark.parametrize("shell", START)
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("knobel ru", ["rules"]),
        ("knobel rules kr", ["kribbeln", "krisskross"]),
        ("knobel play --last", ["--last-round"]),
        ("knobel admin b", ["board", "backup"]),
    ],
)
def test_every_shell_is_offered_commands_games_and_options(run: Run, shell: str, line: str, offered: list[str]) -> None:
    printed = run(_KNOBEL_COMPLETE=f"complete_{shell}", **asked(shell, line)).stdout
    assert [word for word in offered if word in printed] == offered
    assert "score" not in printed


@pytest.mark.parametrize("shell", START)
def test_every_shell_gets_its_script(run: Run, shell: str) -> None:
    assert f"complete_{shell}" in run(_KNOBEL_COMPLETE=f"source_{shell}").stdout


@pytest.mark.parametrize("shell", HERE)
def test_a_shell_completes_after_it_was_taught(tmp_path: Path, shell: str) -> None:
    path = f"{KNOBEL.parent}:/usr/bin:/bin"
    settings = {"HOME": str(tmp_path), "PATH": path, "TERM": "dumb", "LANG": "en_GB.UTF-8", "PS1": "$ "}
    (tmp_path / ".bashrc").touch()
    installed = (START[shell], "knobel --install-completion\n")
    for (words, keys), shown in ((installed, "completion installed"), (ASK[shell], r"kris\x07?skross")):
        child = pexpect.spawn(
            str(shutil.which(shell)), words, cwd=str(tmp_path), env=settings, encoding="utf-8", timeout=PATIENCE
        )
        child.send(keys)
        child.expect(shown)
        child.close(force=True)


def test_bash_is_tried_for_real() -> None:
    assert "bash" in HERE
