"""The public names are pinned: adding or taking one away is a decision, and this test is where it shows."""

import subprocess
import sys
from pathlib import Path

import knobel
import knobel.testing

NAMES = """
AnyGame BadDice BadMove BadRecord BadSetup D10 D6 Decide Die Entry Event Fell Fix Game GameSpec KnobelError Moved
NotProvided Option Over Pending Player Record Source Step Throw Undo UnknownGame check find games groups load make
next_event outcomes play_out play_record rank read_move register replay save seeded step steps thrower
"""


def test_the_public_names_are_these() -> None:
    assert sorted(knobel.__all__) == sorted(NAMES.split())
    assert all(hasattr(knobel, name) for name in knobel.__all__)


def test_the_testing_names_are_these() -> None:
    assert sorted(knobel.testing.__all__) == [
        "BrokenLaw",
        "conform",
        "playthrough",
        "random_record",
        "registered",
        "scripted",
    ]


def test_every_error_is_a_knobel_error_with_a_code_of_its_own() -> None:
    errors: list[type[knobel.KnobelError]] = [
        knobel.BadDice,
        knobel.BadMove,
        knobel.BadRecord,
        knobel.BadSetup,
        knobel.UnknownGame,
    ]
    assert all(issubclass(error, knobel.KnobelError) for error in errors)
    assert issubclass(knobel.KnobelError, ValueError)
    assert len({error.code for error in errors}) == len(errors)


def test_importing_knobel_loads_nothing_outside_the_standard_library() -> None:
    code = "import sys, knobel; print(sorted({name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names))"
    env = {"PYTHONPATH": str(Path(knobel.__file__).parent.parent)}
    ran = subprocess.run([sys.executable, "-S", "-c", code], check=False, capture_output=True, text=True, env=env)
    assert ran.stdout.strip() == "['__main__', 'knobel']", ran.stderr
