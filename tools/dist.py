"""Builds a release of the last commit, for `make dist`: both packages, the static edition, checksums.

Everything is built twice in independent folders and must be the same bytes. Then each is tested in isolation: wheels
and source distributions in fresh environments, the static edition in a browser without a network.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from knobel.library import games
from knobel.version import __version__
from tools.games import settings

ROOT = Path(__file__).parent.parent
OUT = ROOT / "dist"
PROGRAMS = Path(sys.executable).parent
SITE = f"knobel-site-{__version__}.zip"
PIPX = "pipx==1.18.4"
PLAYED = """
import sys
from knobel import Record, make
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.coach.bot import bot, level

game = make(sys.argv[1], 2)
players = [bot(game, level("hare"), 1), bot(game, level("owl"), 2)]
print(play_record(Record(game), players, seeded(1)).text(), end="")
"""
_THEN = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Build, compare, test, and copy everything to `dist`."""
    with TemporaryDirectory() as folder:
        work = Path(folder)
        built = [build(work / name) for name in ("first", "second")]
        packages = [{path.name: path for path in one} for one in built]
        same(*(list(one.values()) for one in packages))
        game = packages_by_kind(packages[0], "knobel")
        lab = packages_by_kind(packages[0], "knobel_lab")
        sites = [tried(path, work / f"{path.name}.venv") for path in game.values()]
        try_as_tool(game[".whl"], work / "tools")
        for kind, path in lab.items():
            try_laboratory(path, work / f"{game[kind].name}.venv")
        zipped = [pack(site, site.with_suffix(".zip")) for site in sites]
        same(*([path] for path in zipped))
        try_site(sites[0])
        OUT.mkdir(exist_ok=True)
        for old in OUT.iterdir():
            old.unlink()
        for name, path in {**packages[0], SITE: zipped[0]}.items():
            copyfile(path, OUT / name)
    sums = "".join(f"{digest(path)}  {path.name}\n" for path in sorted(OUT.iterdir()))
    (OUT / "SHA256SUMS").write_text(sums, encoding="utf-8")
    print(sums, end="")


def build(folder: Path) -> list[Path]:
    """Build the wheels and the source distributions of the last commit in a fresh folder."""
    folder.mkdir()
    archive = run("git", "archive", "HEAD", cwd=ROOT)
    subprocess.run(["tar", "--extract"], cwd=folder, input=archive, check=True)  # noqa: S607
    env = {**os.environ, "SOURCE_DATE_EPOCH": run("git", "log", "-1", "--format=%ct", cwd=ROOT).decode().strip()}
    for package in (folder, folder / "lab"):
        run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--target", "wheel", cwd=package, env=env)
    return sorted([*(folder / "dist").iterdir(), *(folder / "lab" / "dist").iterdir()])


def packages_by_kind(packages: dict[str, Path], name: str) -> dict[str, Path]:
    """The wheel and the source distribution of a package, by the ending of their names."""
    return {path.suffix: path for file, path in packages.items() if file.startswith(f"{name}-")}


def same(first: list[Path], second: list[Path]) -> None:
    """Exit with an error if files of the two builds differ."""
    for one, other in zip(first, second, strict=True):
        if digest(one) != digest(other):
            sys.exit(f"{one.name} is not the same when it is built twice: {digest(one)}, {digest(other)}")


def tried(package: Path, venv: Path) -> Path:
    """Install a package in a fresh environment, and review a game of bots there; the static edition it writes."""
    run(sys.executable, "-m", "venv", venv)
    python, knobel = venv / "bin" / "python", venv / "bin" / "knobel"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package)
    assert __version__ in run(knobel, "--version", cwd=venv).decode()
    played = venv / "played.txt"
    played.write_bytes(run(python, "-c", PLAYED, games()[0].key, cwd=venv))
    run(knobel, "review", played, cwd=venv)
    site = venv / "site"
    run(knobel, "site", "--out", site, cwd=venv)
    return site


def try_as_tool(wheel: Path, folder: Path) -> None:
    """Run the wheel with `uvx`, and as a tool that `uv` or `pipx` has installed, each with nothing else around."""
    names = ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR")
    env = {**os.environ, **{name: str(folder / name) for name in names}}
    run(PROGRAMS / "uvx", "--python", sys.executable, "--from", wheel, "knobel", "games", env=env)
    run(PROGRAMS / "uv", "tool", "install", "--python", sys.executable, wheel, env=env)
    run(PROGRAMS / "uvx", PIPX, "install", "--python", sys.executable, wheel, env=env)
    for programs in ("UV_TOOL_BIN_DIR", "PIPX_BIN_DIR"):
        assert __version__ in run(folder / programs / "knobel", "--version").decode()


def try_laboratory(package: Path, venv: Path) -> None:
    """Install the laboratory beside the game, and solve the games there whose settings say what comes out."""
    run(venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package)
    values = {game.key: settings(game.key, "dist")["value"] for game in games() if settings(game.key, "dist")}
    assert values
    for key, value in values.items():
        solved = run(venv / "bin" / "knobel", "solve", key, "--out", venv / f"{key}.table", cwd=venv).decode()
        assert f"{key}, score: {value}" in solved, solved


def try_site(site: Path) -> None:
    """Play a game of the static edition in a browser without a network."""
    test = "tests/web/test_site.py::test_opened_once_it_is_played_and_resumed_without_a_network"
    run(sys.executable, "-m", "pytest", "--quiet", test, cwd=ROOT, env={**os.environ, "KNOBEL_SITE": str(site)})


def pack(folder: Path, out: Path) -> Path:
    """Pack a folder into a zip file, reproducibly."""
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                about = ZipInfo(path.relative_to(folder).as_posix(), _THEN)
                about.compress_type = ZIP_DEFLATED
                about.external_attr = 0o644 << 16
                file.writestr(about, path.read_bytes())
    return out


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> bytes:
    """Run a command and return its output; a failure ends the release."""
    print("·", *command, flush=True)
    return subprocess.run(command, cwd=cwd, env=env, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603


if __name__ == "__main__":
    main()
