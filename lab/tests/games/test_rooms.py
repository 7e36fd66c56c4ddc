"""The laboratory knows every game of ours: what is missing is said with the place to put it."""

from pathlib import Path

import pytest

from knobel import GameSpec, games
from knobel_lab.facets import BatchFacet, ObserveFacet

LAB = Path(__file__).parents[2]
PROTOCOLS = {"observe": ObserveFacet, "batch": BatchFacet}
"""The functions of every facet that has some which are not optional; all those of `solve` are."""


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize("facet", [*PROTOCOLS, "solve"])
def test_a_game_brings_every_facet_or_says_that_it_does_without(spec: GameSpec, facet: str) -> None:
    assert spec.has(facet) != (facet in spec.absent), (
        f"{spec.key} lacks {facet}: put it in knobel_lab/games/{spec.key}/{facet}.py"
    )


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize("facet", PROTOCOLS)
def test_a_facet_has_every_function_that_is_not_optional(spec: GameSpec, facet: str) -> None:
    protocol = PROTOCOLS[facet]
    required = [
        name
        for name, function in vars(protocol).items()
        if not name.startswith("_") and not (function.__doc__ or "").startswith("Optional")
    ]
    missing = [name for name in required if facet not in spec.absent and not spec.has(facet, name)]
    assert not missing, f"{spec.key} lacks {missing} of {facet}: see {protocol.__name__} in knobel_lab/facets.py"


SOLVED = [spec for spec in games() if "solve" not in spec.absent]
"""The games that have pages of strategy and strength."""


@pytest.mark.parametrize("spec", SOLVED, ids=lambda spec: spec.key)
@pytest.mark.parametrize("file", ["docs/strategy/{key}.de.md", "docs/strategy/{key}.en.md", "docs/strength/{key}.json"])
def test_a_game_of_ours_has_its_pages(spec: GameSpec, file: str) -> None:
    assert (LAB / file.format(key=spec.key)).exists(), f"{spec.key} lacks lab/{file.format(key=spec.key)}"
