"""Dice drawn with characters."""

from collections.abc import Collection, Sequence

from rich.style import Style
from rich.text import Text as Styled

from knobel.scene.model import TrayDie
from knobel.scene.text import say, text

PIPS = {
    "1": ("       ", "   ●   ", "       "),
    "2": (" ●     ", "       ", "     ● "),
    "3": (" ●     ", "   ●   ", "     ● "),
    "4": (" ●   ● ", "       ", " ●   ● "),
    "5": (" ●   ● ", "   ●   ", " ●   ● "),
    "6": (" ●   ● ", " ●   ● ", " ●   ● "),
}
SIGNS = {"dot": "●", "cross": "✚", "triangle": "▲", "square": "■", "circle": "○", "star": "★"}
INKS = {
    "black": "white on grey23",
    "green": "black on green3",
    "blue": "white on dodger_blue2",
    "orange": "black on dark_orange",
    "yellow": "black on yellow1",
    "red": "white on red3",
}
PIP_WIDTH = 7
SYMBOL_WIDTH = 9


def _inside(die: TrayDie, language: str) -> tuple[str, str, str]:
    """The three lines inside a die."""
    if die.face is None:
        blank = " " * (SYMBOL_WIDTH if die.die == "hex" else PIP_WIDTH)
        return (blank, blank, blank)
    if die.colour is not None:
        return ("       ", f"   {die.face}   ", f"{say(text(f'colour.{die.colour}'), language)[:7]:^7}")
    if die.die == "d10":
        return ("  ╱ ╲  ", f" ⟨ {die.face} ⟩ ", "  ╲ ╱  ")
    if die.face in SIGNS:
        return ("       ", f"   {SIGNS[die.face]}   ", "       ")
    if die.face in PIPS:
        return PIPS[die.face]
    blank = " " * SYMBOL_WIDTH
    return (blank, f"{say(text(f'short.{die.face}'), language):^{SYMBOL_WIDTH}}", blank)


def draw_dice(dice: Sequence[TrayDie], held: Collection[int], language: str) -> Styled:
    """The dice side by side; held ones lie a line higher, dice in the cup are left out but keep their place."""
    drawn = Styled()
    blocks = [_block(die, die.position in held, language) for die in dice]
    for line in range(max(map(len, blocks))):
        for die, block in zip(dice, blocks, strict=True):
            ink = Style.parse(INKS[die.colour]) if die.colour and 0 < line - (die.position not in held) < 4 else None
            drawn.append(" ")
            drawn.append(block[line], ink or ("bold" if die.position in held else ""))
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def line_of_dice(dice: Sequence[TrayDie], held: Collection[int], language: str) -> Styled:
    """The dice in one line, for a small screen."""
    drawn = Styled()
    for die in dice:
        face = "–" if die.face is None else SIGNS.get(die.face, die.face)
        if die.face and not face.isdigit() and die.face not in SIGNS:
            face = say(text(f"short.{die.face}"), language)
        name = f"{face} {say(text(f'colour.{die.colour}'), language)}" if die.colour else face
        drawn.append(f" {die.position}:", "dim")
        drawn.append(f"[{name}]" if die.position in held else f" {name} ", INKS.get(die.colour or "", "bold"))
    return drawn


def _block(die: TrayDie, held: bool, language: str) -> list[str]:
    """The lines of one die with its number below."""
    inside = _inside(die, language)
    width = len(inside[0])
    if die.face is None:
        box = [" " * (width + 2)] * 5
    else:
        box = [f"╭{'─' * width}╮", *(f"│{line}│" for line in inside), f"╰{'─' * width}╯"]
    number = f"{f'[{die.position}]' if held else die.position:^{width + 2}}"
    gap = " " * (width + 2)
    return [*box, gap, number] if held else [gap, *box, number]
