"""Dice that fall as a test says."""

from collections.abc import Iterable, Sequence

from knobel.core.dice import Die, Faces, Source
from knobel.core.errors import BadDice


def scripted(*throws: Iterable[int]) -> Source:
    """A source of dice that falls like these throws, one after the other."""
    script = iter([tuple(throw) for throw in throws])

    def fall(dice: Sequence[Die]) -> Faces:
        faces = next(script, None)
        if faces is None:
            raise BadDice(f"the script has no throw left for {len(dice)} dice")
        if len(faces) != len(dice):
            raise BadDice(f"the script has {len(faces)} faces for {len(dice)} dice")
        return faces

    return fall
