"""Every room is complete: what a game lacks is said with the place to put it."""

from pathlib import Path

import pytest

from knobel import GameSpec, games
from knobel.games.spec import LANGUAGES
from knobel.games.spec_checks import FACETS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize("facet", FACETS)
def test_a_game_brings_every_facet_or_says_that_it_does_without(spec: GameSpec, facet: str) -> None:
    missing = spec.missing()
    assert facet not in missing, f"{spec.key} lacks {facet}: put it in {missing[facet]}, or declare it absent"


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
def test_a_game_does_not_bring_what_it_declares_absent(spec: GameSpec) -> None:
    assert not [facet for facet in spec.absent if spec.has(facet)]


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_ours_speaks_every_language(spec: GameSpec, language: str) -> None:
    room = ROOT / "src" / Path(*(spec.package or "").split("."))
    for file in (room / "texts" / f"{language}.json", room / f"rules.{language}.md"):
        assert file.is_file(), f"{spec.key} lacks {file.relative_to(ROOT)}"


DATA = "src/knobel/games/{key}/data/distributions.json"
FILES = [
    file.format(key=spec.key)
    for spec in games()
    for file in ("tests/golden/{key}.txt", "docs/games/{key}.md", *([] if "data" in spec.absent else [DATA]))
]


@pytest.mark.parametrize("file", FILES)
def test_a_game_of_ours_has_its_pages(file: str) -> None:
    assert (ROOT / file).exists(), f"there is no {file}"


def test_what_is_missing_is_said_with_its_place() -> None:
    missing = GameSpec(
        "tiny", range(1, 3), "knobel.games.holding", absent={"judge": "nobody has written one"}
    ).missing()
    assert missing["scene"] == "knobel/games/holding/scene.py"
    assert missing["commands"] == "knobel/games/holding/commands.py"
    assert missing["texts"] == "knobel/games/holding/texts/LANGUAGE.json"
    assert "judge" not in missing
