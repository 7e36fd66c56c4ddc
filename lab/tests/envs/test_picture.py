"""Rendering: every table as text, SVG and pixels that show the same."""

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from lab.tests.envs.tables import SETUPS, Setup
from PIL import ImageFont

from knobel.core.errors import BadSetup
from knobel.scene import look
from knobel.testing import random_record
from knobel_lab.envs.picture import PLAIN, Shape, Words, draw, render
from knobel_lab.envs.render_text import table_text


def sampled_states(setup: Setup) -> list[Any]:
    states = random_record(setup.game, 1).states
    return [*states[:: max(1, len(states) // 6)], states[-1]]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_picture_of_a_game_has_the_same_size_and_some_ink(setup: Setup) -> None:
    pictures = [render(setup.game, state, "rgb_array") for state in sampled_states(setup)]
    assert {(picture.shape, picture.dtype) for picture in pictures} == {(pictures[0].shape, np.dtype(np.uint8))}
    assert all((picture < 100).any() and (picture > 240).any() for picture in pictures)
    assert not np.array_equal(pictures[0], pictures[-1])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_svg_is_well_formed_and_says_what_the_text_says(setup: Setup) -> None:
    for state in sampled_states(setup):
        plot = ElementTree.fromstring(render(setup.game, state, "svg"))
        said = [text.text or "" for text in plot.iter("{http://www.w3.org/2000/svg}text")]
        for words in table_text(look(setup.game, state)).splitlines()[:2]:
            assert words in said


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_total_and_die_stands_in_the_text(setup: Setup) -> None:
    for state in sampled_states(setup):
        scene = look(setup.game, state)
        text = render(setup.game, state, "ansi")
        for sheet in scene.sheets:
            assert re.search(rf"P{sheet.seat + 1} {sheet.total}\b", text)
        assert all(die.face in text for die in scene.tray.dice if die.face)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_nothing_is_drawn_outside_the_picture(setup: Setup) -> None:
    for state in sampled_states(setup):
        picture = draw(look(setup.game, state))
        for part in picture.parts:
            match part:
                case Words(x, y):
                    assert 0 < x < picture.width
                    assert 0 < y < picture.height
                case Shape(points):
                    assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in points)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_font_has_every_sign_that_is_drawn(setup: Setup) -> None:
    font = ImageFont.load_default(24)
    missing = bytes(font.getmask("\uffff"))
    for state in sampled_states(setup):
        signs = {sign for part in draw(look(setup.game, state)).parts if isinstance(part, Words) for sign in part.text}
        for sign in "".join(signs).translate(PLAIN):
            assert bytes(font.getmask(sign)) != missing, sign


def test_for_people_the_text_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    setup = SETUPS[0]
    state = setup.game.start()
    assert render(setup.game, state, "human") is None
    assert capsys.readouterr().out == render(setup.game, state, "ansi")


@pytest.mark.parametrize("mode", ["film", None])
def test_an_unknown_mode_is_refused(mode: str | None) -> None:
    with pytest.raises(BadSetup, match="there are human, ansi, svg, rgb_array"):
        render(SETUPS[0].game, SETUPS[0].game.start(), mode)
