"""What playing to win changes on a scorecard for two: the last box against a lead, and positions near the end."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from lab.tools.strategy.numbers import Part
from lab.tools.strategy.sections import table
from lab.tools.strategy.winning.played import played_part, played_table
from lab.tools.strategy.wording import Wording

from knobel.coach.judge import judge_of
from knobel.core.game import AnyGame
from knobel.games.holding.tray import Keep, Tray
from knobel.games.scorecard.rules import Card, Scorecard, Sheet, State, Write, open_boxes, points
from knobel.games.scorecard.solve.outlook import outlook
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.kernel import numpy_kernel

SHARES = (0.95, 0.8, 0.6, 0.4, 0.2, 0.05, 0.01)
"""For each share, the smallest lead is shown that playing for points catches up with no more often."""


GAMES = 30
"""The number of games that are searched where no box takes any dice."""

ROUND_LEAD = 20
"""A lead that is shown in any case."""


def winning_parts(card: Card, positions: Sequence[Mapping[str, Any]]) -> dict[str, Part]:
    """The parts of the numbers for a card, with these positions."""
    parts, last = {}, last_box(card)
    if last:
        parts["behind"] = Part(lambda: behind(card, last), "exact")
    else:
        # Such a game for two is solved completely, but its table is too large to ship.
        parts["winning"] = played_part(Scorecard(card, 2), GAMES, _stand, "compact")
    if positions:
        parts["winning"] = Part(lambda: [_position(card, one) for one in positions], "exact")
    return parts


def _stand(game: AnyGame, state: Any, seat: int) -> dict[str, Any]:
    """The open boxes of both, and their points."""
    assert isinstance(game, Scorecard)
    own, theirs, card = state.sheets[seat], state.sheets[1 - seat], game.card
    keys = [box.key for box in card.boxes]
    return {
        "open": [keys[box] for box in open_boxes(own)],
        "theirs": [keys[box] for box in open_boxes(theirs)],
        "points": [points(card, sheet) for sheet in (own, theirs)],
    }


def last_box(card: Card) -> str | None:
    """The first box that takes any dice, if there is one: only there less than the most may be enough."""
    worths = rules(card).worths
    return next((box.key for at, box in enumerate(card.boxes) if (worths[:, at] > 0).all()), None)


def behind(card: Card, key: str) -> dict[str, Any]:
    """The chance to win before the last box by how far one is behind, for points and to win; the others are done."""
    box = rules(card).box(key)
    brings = outlook(card, [box]).of([box], 0, 0)
    chances = {lead: float(brings[lead + 1 :].sum() + brings[lead] / 2) for lead in range(len(brings))}
    leads = {ROUND_LEAD, *(next(lead for lead in chances if chances[lead] <= share) for share in SHARES)}
    return {"box": key, "leads": [[lead, chances[lead], _to_win(card, box, lead)] for lead in sorted(leads)]}


def _to_win(card: Card, box: int, lead: int) -> float:
    """The best chance to score more than the lead with the last box; a tie counts half."""
    tables = rules(card)
    worths = tables.worths[:, box]
    prize = (worths > lead) + 0.5 * (worths == lead)
    return float(numpy_kernel.turn(tables.lattice, [prize[:, None].astype(np.float64)], tables.throws)[0, 0])


def _position(card: Card, position: Mapping[str, Any]) -> dict[str, Any]:
    """The best moves for points and to win in a position near the end, with their chances to win."""
    game = Scorecard(card, 2)
    table = State(_sheets(card, position), 0, Tray(tuple(position["dice"]), position["throws"]))
    win, points = (judge_of(game, objective).rate(game, table, 0) for objective in ("win", "points"))
    assert judge_of(game, "win").exact(game, table, 0)
    best = {name: max(rated, key=lambda move: rated[move]) for name, rated in (("points", points), ("win", win))}
    return {
        **{name: position.get(name, []) for name in ("open", "theirs", "points", "chips", "dice")},
        "left": rules(card).throws - position["throws"],
        "moves": {name: [_words(card, table, move), win[move]] for name, move in best.items()},
    }


def _sheets(card: Card, position: Mapping[str, Any]) -> tuple[Sheet, Sheet]:
    """Sheets with these boxes open and these points."""
    sheets = []
    for name, total, chips in zip(("open", "theirs"), position["points"], position.get("chips", [0, 0]), strict=True):
        marks: list[int | None] = [None if box.key in position.get(name, []) else 0 for box in card.boxes]
        # Once the bonus is settled, only the sum of the entries matters.
        marks[max(at for at, mark in enumerate(marks) if mark is not None)] = total
        sheets.append(Sheet(tuple(marks), chips))
    return sheets[0], sheets[1]


def _words(card: Card, state: State, move: Any) -> list[Any]:
    """A move as data: the dice held, or the box written."""
    match move:
        case Keep(held):
            faces = _faces(card, state.tray.faces)
            return ["hold", [faces[at] for at in held]]
        case Write(box):
            return ["write", box]
    raise AssertionError


def winning_facts(wording: Wording, card: Card, data: Mapping[str, Any]) -> dict[str, str]:
    """The tables of the measurements, and the name of the last box."""
    facts = {}
    if late := data.get("behind"):
        rows = [
            [wording.number(lead, 0), wording.percent(points, 1), wording.percent(win, 1)]
            for lead, points, win in late["leads"]
        ]
        facts["last_box"] = wording.name(f"box.{late['box']}")
        facts["behind"] = table(wording.heads("behind", "for_points", "to_win"), rows, words=0)
    if "winning" in data and not last_box(card):
        facts["winning"] = played_table(wording, data["winning"], _stand_words)
    elif "winning" in data:
        heads = wording.heads("open", "stands", "dice", "most", "win")
        facts["winning"] = table(heads, [_row(wording, card, one) for one in data["winning"]], words=5)
    return facts


def _boxes(wording: Wording, keys: Sequence[str]) -> str:
    return ", ".join(wording.name(f"box.{key}") for key in keys)


def _theirs(wording: Wording, keys: Sequence[str]) -> str:
    """The open boxes of the other, in words."""
    return wording.phrase("theirs", boxes=_boxes(wording, keys)) if keys else wording.phrase("theirs_none")


def _stand_words(wording: Wording, stand: Mapping[str, Any]) -> str:
    stands = f"{stand['points'][0]} : {stand['points'][1]}"
    own, theirs = _boxes(wording, stand["open"]), _theirs(wording, stand["theirs"])
    return wording.phrase("stand", own=own, points=stands, theirs=theirs)


def _row(wording: Wording, card: Card, moment: Mapping[str, Any]) -> list[str]:
    dice = wording.phrase(f"left.{moment['left']}", dice=" ".join(_faces(card, moment["dice"])))
    moves = [
        wording.phrase("chance_of", play=_said(wording, move), share=wording.percent(chance, 1))
        for move, chance in (moment["moves"][name] for name in ("points", "win"))
    ]
    stands = f"{moment['points'][0]} : {moment['points'][1]}"
    own, theirs = _boxes(wording, moment["open"]), _theirs(wording, moment["theirs"])
    return [wording.phrase("detail_open", own=own, theirs=theirs), stands, dice, *moves]


def _faces(card: Card, faces: Sequence[int]) -> list[str]:
    """Dice as text: those unlike the first one in brackets."""
    return [str(face) if die == card.pool[0] else f"[{face}]" for die, face in zip(card.pool, faces, strict=True)]


def _said(wording: Wording, move: Sequence[Any]) -> str:
    kind, held = move
    if kind == "write":
        return wording.phrase("box", box=wording.name(f"box.{held}"))
    return wording.phrase("hold_these", dice=" ".join(held)) if held else wording.phrase("hold.none")
