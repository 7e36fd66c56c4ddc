"""The area that the rules page of Kribbeln plays step by step is a real game."""

import re

import pytest

from knobel import Record
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.sheet import ROWS, STRUCK
from knobel.games.kribbeln.scene import own_text, task_text
from knobel.games.spec import LANGUAGES
from knobel.scene.rulebook import page
from knobel.scene.text import say

RECORD = """knobel 1
game kribbeln
seat 0 Anna
seat 1 Ben
option sheet 1
option beginner no
dice random

- 4 4 6 4 2 1
0 write
- 5 3 1 1 3 4
1 dodge
- 2 4 6 2 4 6
1 write
- 2 3 1 6 4 4
1 strike
- 1 4 1 6 2 5
0 write
- 5 2 6 3 4 2
0 write
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_on_the_rules_page_is_what_the_rules_make_of_it(language: str) -> None:
    record = Record.read(RECORD)
    game, state = record.game, record.state
    assert isinstance(game, Kribbeln)
    points = game.points(state)
    assert len(points) == 3
    lines = []
    for row, earned in enumerate(points):
        task = ROWS[row].task
        name = own_text("kribbel", n=1) if task is None else task_text(game.tasks[task])
        marks = [sheet[row] for sheet in state.sheets]
        boxes = [f"{'X' if mark == STRUCK else mark} → {got}" for mark, got in zip(marks, earned, strict=True)]
        lines.append(f"| {say(name, language)} | {' | '.join(boxes)} |")
    totals = " | ".join(f"**{score}**" for score in game.scores(state))
    lines.append(f"| {say(own_text('total'), language)} | {totals} |")
    assert "\n".join(lines) in page("kribbeln", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_steps_tell_the_sums_of_the_turns_in_their_order(language: str) -> None:
    falls = re.findall(r"^- ([\d ]+)$", RECORD, re.MULTILINE)
    sums = [sum(map(int, fall.split())) for fall in falls]
    told = re.search(r"(?:\n- .*){6}\n\n\| (?:Reihe|Row)", page("kribbeln", language))
    assert told
    steps = told.group().strip().split("\n- ")
    for total, step in zip((*sums[:3], None, *sums[4:]), steps, strict=False):
        assert total is None or str(total) in step
