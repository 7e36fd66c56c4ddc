"""Every room is complete: what a game lacks is said with the place to put it."""

from pathlib import Path

import pytest

from knobel import GameSpec, games
from knobel.games import facets
from knobel.games.spec import FACETS, LANGUAGES

ROOT = Path(__file__).parents[2]
PROTOCOLS = {
    "rules": facets.Rules,
    "scene": facets.SceneFacet,
    "judge": facets.JudgeFacet,
    "child": facets.ChildFacet,
    "why": facets.WhyFacet,
    "setup": facets.SetupFacet,
    "pad": facets.PadFacet,
    "printed": facets.PrintedFacet,
}
"""The functions of every facet that has some which are not optional; all those of `commands` are."""


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize("facet", FACETS)
def test_a_game_brings_every_facet_or_says_that_it_does_without(spec: GameSpec, facet: str) -> None:
    missing = spec.missing()
    assert facet not in missing, f"{spec.key} lacks {facet}: put it in {missing[facet]}, or declare it absent"


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize("facet", PROTOCOLS)
def test_a_facet_has_every_function_that_is_not_optional(spec: GameSpec, facet: str) -> None:
    if facet in spec.absent:
        return
    wanted = [
        name
        for name, function in vars(PROTOCOLS[facet]).items()
        if not name.startswith("_") and not (function.__doc__ or "").startswith("Optional")
    ]
    missing = [name for name in wanted if not spec.has(facet, name)]
    assert not missing, f"{spec.key} lacks {missing} of {facet}: see {PROTOCOLS[facet].__name__} in games/facets.py"


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
def test_a_game_does_not_bring_what_it_declares_absent(spec: GameSpec) -> None:
    assert not [facet for facet in spec.absent if spec.has(facet)]
    assert set(spec.absent) <= set(FACETS)


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_ours_speaks_every_language(spec: GameSpec, language: str) -> None:
    room = ROOT / "src" / Path(*(spec.package or "").split("."))
    for file in (room / "texts" / f"{language}.json", room / f"rules.{language}.md"):
        assert file.is_file(), f"{spec.key} lacks {file.relative_to(ROOT)}"


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize(
    "file",
    [
        "tests/golden/{key}.txt",
        "docs/games/{key}.md",
        "src/knobel/games/{key}/data/distributions.json",
    ],
)
def test_a_game_of_ours_has_its_pages(spec: GameSpec, file: str) -> None:
    assert (ROOT / file.format(key=spec.key)).exists(), f"{spec.key} lacks {file.format(key=spec.key)}"


def test_what_is_missing_is_said_with_its_place() -> None:
    missing = GameSpec(
        "tiny", range(1, 3), "knobel.games.holding", absent={"judge": "nobody has written one"}
    ).missing()
    assert missing["scene"] == "knobel/games/holding/scene.py"
    assert missing["commands"] == "knobel/games/holding/commands.py"
    assert missing["texts"] == "knobel/games/holding/texts/LANGUAGE.json"
    assert "judge" not in missing
