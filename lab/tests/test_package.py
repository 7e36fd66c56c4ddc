"""What is installed with the laboratory is what it declares, and it is of one version with the game."""

import tomllib
from importlib.metadata import metadata, requires, version
from pathlib import Path

import knobel_lab
from knobel.version import __version__
from tests.packages import imported, modules_of

LAB = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = [requirement for extra in LAB["optional-dependencies"].values() for requirement in extra]
DEPENDENCIES = [requirement for requirement in requires("knobel-lab") or () if "extra ==" not in requirement]
SOURCE = Path(knobel_lab.__file__).parent


def test_both_packages_have_one_version() -> None:
    assert version("knobel-lab") == version("knobel") == __version__
    assert f"knobel=={__version__}" in DEPENDENCIES
    assert metadata("knobel-lab").get_all("Project-URL") == metadata("knobel").get_all("Project-URL")


def test_everything_imported_is_declared() -> None:
    declared = modules_of(DEPENDENCIES) | modules_of(EXTRAS) | {"llvmlite"}  # numba is made of it
    assert not imported(SOURCE).keys() - declared - {"knobel_lab"}


def test_everything_declared_is_imported() -> None:
    assert modules_of(DEPENDENCIES) <= set(imported(SOURCE))
