"""Words: the same from NumPy and compiled, and fair when they become dice and choices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import D6, D10, Die, make
from knobel.core.errors import BadSetup
from knobel.games.holding.tray import keeps
from knobel_lab.sim import simulate
from knobel_lab.sim.packed import packed
from knobel_lab.sim.random_bits import LIMIT, Words, below, cup_of, fall
from knobel_lab.sim.random_bits_compiled import BLOCK, draw
from knobel_lab.sim.random_bits_compiled import below as compiled_below

WORD = st.integers(0, LIMIT - 1)


@given(WORD, WORD)
def test_compiled_words_are_those_of_numpy(seed: int, number: int) -> None:
    words, held = Words(seed, number), np.zeros(BLOCK + 1, np.uint64)
    compiled = [int(draw(held, np.uint64(seed), np.uint64(number), np.uint64(at))) for at in range(9)]
    assert compiled == [words.draw() for _ in range(9)]


def test_words_go_on_for_as_long_as_a_game_needs_them() -> None:
    words, others = Words(3, 4), Words(5, 6)
    philox = np.random.Philox(key=np.array([3, 4], np.uint64))
    assert [(words.draw(), others.draw())[0] for _ in range(150)] == philox.random_raw(150).tolist()


@given(WORD, st.lists(st.sampled_from([D6, D10]), min_size=1, max_size=6))
def test_a_cup_remembers_how_its_dice_fall(word: int, dice: list[Die]) -> None:
    cup = cup_of(tuple(die.sides for die in dice))
    assert cup.fall(word) == cup.fall(word) == fall(word, dice)


@given(WORD, st.integers(1, 100_000))
def test_shares_of_a_word_are_compiled_alike(word: int, count: int) -> None:
    assert compiled_below(np.uint64(word), count) == below(word, count) < count


@given(WORD, st.lists(st.sampled_from([D6, D10]), min_size=1, max_size=6))
def test_dice_together_take_the_share_that_all_their_ways_would(word: int, dice: list[object]) -> None:
    pool = [die for die in dice if die in (D6, D10)]
    ways = [len(die.faces) for die in pool]
    way = below(word, int(np.prod(ways)))
    digits = np.unravel_index(way, ways)
    assert fall(word, pool) == tuple(die.first + int(digit) for die, digit in zip(pool, digits, strict=True))


def test_every_face_of_every_die_is_as_likely() -> None:
    rolled = np.array([fall(Words(1, number).draw(), [D6, D6, D10]) for number in range(12_000)])
    for column, die in zip(rolled.T, (D6, D6, D10), strict=True):
        counts = np.bincount(column - die.first, minlength=len(die.faces))
        expected = len(rolled) / len(die.faces)
        # The 99.99 % bound of chi square with nine degrees of freedom is 33.7.
        assert ((counts - expected) ** 2 / expected).sum() < 33.7


@pytest.mark.parametrize("key", ["classic", "extreme", "kribbeln"])
def test_packed_dice_are_held_and_thrown_as_dice(key: str) -> None:
    pool = make(key).pool
    dice, every = packed(pool), tuple(range(len(pool)))
    random = np.random.default_rng(1)
    for _ in range(200):
        before = tuple(int(random.integers(die.first, die.first + len(die.faces))) for die in pool)
        number = int(random.integers(len(keeps(len(pool)))))
        held = keeps(len(pool))[number].holds
        thrown = tuple(at for at in every if at not in held)
        word = int(random.integers(0, LIMIT, dtype=np.uint64))
        faces = fall(word, [pool[at] for at in thrown])
        after = list(before)
        for at, face in zip(thrown, faces, strict=True):
            after[at] = face
        cup = dice.cup
        way = cup.starts[number] + below(word, int(cup.ways[number]))
        assert dice.pack(every, before) & cup.masks[number] | cup.fallen[way] == dice.pack(every, tuple(after))


@pytest.mark.parametrize("seed", [-1, LIMIT])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(BadSetup, match="2\\^64"):
        simulate("classic", seed=seed)
