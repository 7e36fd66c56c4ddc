"""The table of first throws, for every game with dice to hold."""

from typing import Any

from tools.strategy.tables import DIGITS, table
from tools.strategy.words import Language


def first_table(language: Language, game: str, rows: list[dict[str, Any]], start: float) -> str:
    """What to hold of each shape of a first throw, and how good such a throw is."""
    heads = [language.phrase(f"head.{head}") for head in ("throw", "best", "else", "chance", "then")]
    told = []
    for row in rows:
        shape = language.phrase("shape.pair_of" if row["number"] else f"shape.{row['shape']}").format(
            number=row["number"]
        )
        plays = [_play(language, game, word, share) for word, share in row["plays"]]
        numbers = [language.percent(row["chance"], 1), language.signed(row["value"] - start, DIGITS[game])]
        told.append([shape, *[*plays, "–"][:2], *numbers])
    return table(heads, told, words=3)


def _play(language: Language, game: str, word: str, share: float) -> str:
    play = language.play(word, game)
    return play if share > 0.995 else language.phrase("share_of").format(play=play, share=language.percent(share))
