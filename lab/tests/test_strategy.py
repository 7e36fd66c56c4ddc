"""The strategy pages are what their numbers say, and say where the numbers come from."""

import json
import re
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest
from lab.tools.games import settings
from lab.tools.strategy.experiments import decisions, habit_player
from lab.tools.strategy.mistakes import holding_kind, roll_kind
from lab.tools.strategy.numbers import NUMBERS, PAGES, command, load, tidy
from lab.tools.strategy.pages import all_files, game_files, measured
from lab.tools.strategy.scorecard import most_points
from lab.tools.strategy.winning.played import MIN_GAIN
from lab.tools.strategy.winning.scorecard import winning_parts
from lab.tools.strategy.wording import TEXTS, Wording

from knobel.coach.bot import Graded, level
from knobel.games.scorecard.solve.rule_tables import card_of
from knobel.games.spec import LANGUAGES, find
from knobel.library import make

MADE = sorted(all_files())
KEYS = [game.key for game in measured()]
OTHERS_MARKS = re.compile("kniffel|bibi|blocksberg|yahtzee", re.IGNORECASE)


def test_the_pages_are_exactly_what_the_generator_makes_of_the_numbers() -> None:
    """If this fails, run `make strategy` and look at what changed."""
    for path, content in all_files().items():
        assert path.read_text("utf-8") == content, f"{path.relative_to(PAGES)} is not what `make strategy` writes"


def test_there_is_nothing_but_pages_plots_and_numbers() -> None:
    numbers = {NUMBERS / f"{key}.json" for key in KEYS}
    assert {path for path in PAGES.rglob("*") if path.is_file()} == {*MADE, *numbers}


@pytest.mark.parametrize("key", KEYS)
def test_every_part_of_the_numbers_says_how_it_was_measured(key: str) -> None:
    numbers = json.loads((NUMBERS / f"{key}.json").read_text("utf-8"))
    assert numbers["command"] == command(key)
    for name, part in numbers["parts"].items():
        assert isinstance(part["seed"], int) is (part["games"] > 0), f"{name} must name its seed if dice fell for it"
        assert part["values"] in ("exact", "compact", "learned", "equals")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", LANGUAGES)
def test_every_page_tells_the_command_and_the_seed_of_each_part(key: str, name: str) -> None:
    page = (PAGES / f"{key}.{name}.md").read_text("utf-8")
    numbers = json.loads((NUMBERS / f"{key}.json").read_text("utf-8"))
    assert numbers["command"] in page
    sources = page.rpartition("\n## ")[2]
    lines = [line for line in sources.splitlines() if line.startswith("| ")][1:]
    assert len(lines) == len(numbers["parts"])
    for line, part in zip(lines, numbers["parts"].values(), strict=True):
        games = Wording(name, find(key)).number(part["games"], 0)
        assert not part["games"] or re.search(rf"\b{re.escape(games)} \w+(?: each)?, \w+ {part['seed']}\b", line), line


@pytest.mark.parametrize("template", sorted(TEXTS.glob("*.md")), ids=lambda path: path.name)
def test_texts_have_gaps_instead_of_measured_numbers(template: Path) -> None:
    assert not re.search(r"\d[.,]\d|\d ?%", template.read_text("utf-8"))


@pytest.mark.parametrize("template", sorted(TEXTS.glob("*.de.md")), ids=lambda path: path.name)
def test_both_languages_tell_the_same_numbers(template: Path) -> None:
    def gaps(path: Path) -> list[str]:
        return sorted(gap for _, gap, _, _ in Formatter().parse(path.read_text("utf-8")) if gap)

    assert gaps(template) == gaps(template.with_name(template.name.replace(".de.", ".en.")))


@pytest.mark.parametrize("path", sorted(TEXTS.glob("*.de.json")), ids=lambda path: path.name)
def test_both_languages_have_the_same_phrases(path: Path) -> None:
    german, english = (
        json.loads(path.with_name(path.name.replace(".de.", f".{name}.")).read_text("utf-8")) for name in LANGUAGES
    )
    assert german.keys() == english.keys()


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.name)
def test_the_pages_use_nobodys_marks(path: Path) -> None:
    assert not OTHERS_MARKS.search(path.read_text("utf-8"))


@pytest.mark.parametrize("path", [path for path in MADE if path.suffix == ".svg"], ids=lambda path: path.name)
def test_plots_can_be_read_aloud_and_in_the_dark(path: Path) -> None:
    plot = ElementTree.parse(path).getroot()
    spoken = [plot.findtext(f"{{http://www.w3.org/2000/svg}}{name}") for name in ("title", "desc")]
    assert all(spoken)
    assert "prefers-color-scheme: dark" in path.read_text("utf-8")
    assert path.stat().st_size < 20_000


@pytest.mark.parametrize("key", KEYS)
def test_every_plot_is_shown_on_its_page(key: str) -> None:
    files = game_files(find(key))
    pages = "".join(content for path, content in files.items() if path.suffix == ".md")
    for path in files:
        assert path.suffix == ".md" or f"]({path.relative_to(PAGES).as_posix()})" in pages


@pytest.mark.parametrize(
    ("faces", "roll", "held"),
    [
        ((1, 1, 2, 4, 6), "pair", "pair_more"),
        ((2, 3, 4, 5, 6), "run5", "run5"),
        ((1, 2, 3, 4, 6), "run4", "different"),
        ((3, 3, 3, 5, 5), "triple_pair", "triple_pair"),
        ((1, 2, 4, 5, 6), "different", "different"),
    ],
)
def test_rolls_and_holdings_have_a_kind(faces: tuple[int, ...], roll: str, held: str) -> None:
    assert (roll_kind(faces, straights=True), holding_kind(faces, straights=True)) == (roll, held)


def test_best_play_loses_nothing_and_a_habit_something() -> None:
    game = make("classic", 1)
    losses = [
        sum(decision.loss for decision, _ in decisions(game, [player], seed=1))
        for player in (Graded(level("owl")), habit_player(most_points))
    ]
    assert losses[0] == 0
    assert losses[1] > 1


@pytest.mark.parametrize("key", ["classic", "extreme"])
def test_what_winning_changes_is_what_is_worked_out(key: str) -> None:
    stored = load(key)["parts"]
    for name, part in winning_parts(card_of(key), settings(key, "winning")).items():
        assert json.loads(json.dumps(tidy(part.measure()))) == stored[name]["data"], f"measure {name} again"
    for position in stored["winning"]["data"]:
        (_, points), (_, win) = position["moves"]["points"], position["moves"]["win"]
        assert points < win


def test_moments_found_in_play_are_those_in_which_playing_to_win_gains() -> None:
    moments_of = {key: load(key)["parts"].get("winning", {"data": []})["data"] for key in KEYS}
    assert sum(bool(moments) for moments in moments_of.values()) > 5
    for moment in (moment for moments in moments_of.values() for moment in moments if "gain" in moment):
        (_, points), (_, win) = moment["moves"]["points"], moment["moves"]["win"]
        assert moment["gain"] == pytest.approx(win - points, abs=2e-5)
        assert moment["gain"] >= MIN_GAIN


def test_no_lead_is_caught_up_with_more_often_for_points() -> None:
    for lead, points, win in load("classic")["parts"]["behind"]["data"]["leads"]:
        assert 0 < points < win < 1, lead
