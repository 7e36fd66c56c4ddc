"""A line of the grid that is full tells what it earned."""

from knobel import make
from knobel.games.krisskross.rules import EMPTY, KrissKross
from knobel.scene import look
from knobel.scene.text import say
from knobel.testing import random_record


def test_full_lines_and_no_others_tell_their_runs() -> None:
    game = make("krisskross", 1, advanced=True)
    assert isinstance(game, KrissKross)
    for seed in range(20):
        state = random_record(game, seed).state
        cells = {cell.key: cell for cell in look(game, state).sheets[0].cells}
        for name, symbols in game.symbols(state.grids[0]).items():
            assert (cells[name].reason is not None) == (EMPTY not in symbols)


def test_a_full_line_counts_its_runs_or_says_that_there_are_none() -> None:
    game = make("krisskross", 1)
    told = {
        say(cell.reason, "en")
        for seed in range(20)
        for cell in look(game, random_record(game, seed).state).sheets[0].cells
        if cell.reason
    }
    assert "full, no matching symbols side by side" in told
    assert "full: 2 × star" in told
    assert "full: 2 × dot, 2 × star" in told or any(words.count("×") == 2 for words in told)
