"""The random words of a game, compiled; `random_bits` explains them."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from knobel_lab.solving.kernel.jit import jit

ROUNDS = 10
MULTIPLIERS = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
BUMPS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
"""The constants of Philox 4x64 (Salmon and others, 2011)."""

FIRST, SECOND = MULTIPLIERS
ONE_MORE, OTHER_MORE = BUMPS
BLOCK = 4
"""Words are generated four at a time."""

HELD = BLOCK
"""The index, after the words, of the number of their block."""

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
TWO, THREE, ZERO, NEXT = np.uint64(2), np.uint64(3), np.uint64(0), np.uint64(1)


def _upper_bits(_typing: Any, one: Any, other: Any) -> Any:
    """The upper 64 bits of the product of two words."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        del context, signature
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(one, other), build


_upper: Any = intrinsic(_upper_bits)


@jit
def forget(words: Any) -> None:
    """Clear the cached block, for another game."""
    words[HELD] = ZERO


@jit
def draw(words: Any, seed: Any, number: Any, at: Any) -> Any:
    """The word with this number, from 0; `words` caches the last block and its number."""
    block = (at >> TWO) + NEXT
    if words[HELD] != block:
        a, b, c, d = block, ZERO, ZERO, ZERO
        key, other = seed, number
        for _ in range(ROUNDS):
            a, b, c, d = _upper(SECOND, c) ^ b ^ key, SECOND * c, _upper(FIRST, a) ^ d ^ other, FIRST * a
            key += ONE_MORE
            other += OTHER_MORE
        words[0], words[1], words[2], words[3], words[HELD] = a, b, c, d, block
    return words[at & THREE]


SEED, NUMBER, WORD = 0, 1, 2


@jit
def begin(words: Any, random: Any, seed: Any, number: Any) -> None:
    """Start another game at a table that stores its seed, its number and the number of its next word."""
    random[SEED], random[NUMBER], random[WORD] = seed, number, ZERO
    forget(words)


@jit
def next_word(words: Any, random: Any) -> Any:
    """The next word of such a table."""
    word = draw(words, random[SEED], random[NUMBER], random[WORD])
    random[WORD] += NEXT
    return word


@jit
def below(word: Any, count: Any) -> Any:
    """A uniform number below this count."""
    return np.int64(_upper(word, np.uint64(count)))
