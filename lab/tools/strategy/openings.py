"""Openings: what best play holds after the first throw of a game, and how it ends the first turn."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lab.tools.strategy.mistakes import MoveKind, has_straights, roll_kind
from lab.tools.strategy.sections import table
from lab.tools.strategy.wording import Wording

from knobel.coach.judge import judge_of
from knobel.core.dice import Die, Faces
from knobel.core.game import AnyGame
from knobel.games.holding.roll import pattern
from knobel.games.holding.tray import Keep, Tray
from knobel.solve.kernel.lattice import lattice

HOLDINGS = 2
"""How many ways to hold are listed for each kind of roll."""

CHOICES = 8
"""How many ways to end a turn are listed for a roll."""


def typical_rolls(pool: tuple[Die, ...]) -> list[Faces]:
    """One roll of each kind that may lie at the end of a first turn, from all different to all alike."""
    by_kind: dict[str, Faces] = {}
    for faces in sorted(lattice(pool).falls):
        by_kind.setdefault(roll_kind(faces, straights=False), faces)
    return list(by_kind.values())[::-1]


def first_throws(game: AnyGame, move_kind: MoveKind, *, numbers: bool) -> list[dict[str, Any]]:
    """For each kind of first throw, likeliest first: what is held how often, and the value of the game then.

    With `numbers`, pairs are counted for each number.
    """
    judge, grid = judge_of(game), lattice(game.pool)
    chances: defaultdict[tuple[str, int], float] = defaultdict(float)
    values: defaultdict[tuple[str, int], float] = defaultdict(float)
    plays: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for faces, chance in zip(grid.falls, grid.chances.tolist(), strict=True):
        state = game.land(game.start(), faces)
        ratings = judge.rate(game, state, 0)
        best = max(ratings, key=lambda move: ratings[move])
        kind = roll_kind(faces, straights=has_straights(game))
        number = max(faces, key=faces.count) if numbers and kind == "pair" else 0
        chances[kind, number] += chance
        values[kind, number] += chance * ratings[best]
        plays[kind, number][move_kind(game, state, best)] += chance
    return [
        {
            "shape": kind,
            "number": number,
            "chance": chance,
            "value": values[kind, number] / chance,
            "plays": [[play, share / chance] for play, share in plays[kind, number].most_common(HOLDINGS)],
        }
        for (kind, number), chance in sorted(chances.items(), key=lambda ranked: -ranked[1])
    ]


def last_dice(game: AnyGame, rolls: Sequence[Faces]) -> list[dict[str, Any]]:
    """For each roll at the end of a first turn: the best ways to use it, and the cost of each."""
    rows = []
    for faces in rolls:
        state = replace(game.start(), tray=Tray(faces, 3))
        rated = judge_of(game).rate(game, state, 0)
        ratings = {move: worth for move, worth in rated.items() if not isinstance(move, Keep)}
        best = sorted(ratings, key=lambda move: -ratings[move])[:CHOICES]
        choices = [[str(move), ratings[best[0]] - ratings[move]] for move in best]
        rows.append({"dice": list(faces), "pattern": list(pattern(faces)), "choices": choices})
    return rows


def first_table(wording: Wording, rows: list[dict[str, Any]], start: float) -> str:
    """The table of what to hold of each kind of first throw, and how good such a throw is."""
    lines = []
    for row in rows:
        kind = wording.phrase("shape.pair_of" if row["number"] else f"shape.{row['shape']}", number=row["number"])
        plays = [_play(wording, move, share) for move, share in row["plays"]]
        numbers = [wording.percent(row["chance"], 1), wording.signed(row["value"] - start)]
        lines.append([kind, *[*plays, "–"][:2], *numbers])
    return table(wording.heads("throw", "best", "else", "chance", "then"), lines, words=3)


def _play(wording: Wording, move: str, share: float) -> str:
    play = wording.move(move)
    return play if share > 0.995 else wording.phrase("share_of", play=play, share=wording.percent(share))
