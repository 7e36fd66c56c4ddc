"""The menu of games in the terminal."""

from dataclasses import dataclass

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text as Styled

from knobel.cli.keys import Keyboard, Left, keyboard
from knobel.cli.options import Language
from knobel.cli.screen import screen
from knobel.cli.table import play_on
from knobel.core.record import Record
from knobel.library import games, make
from knobel.scene.rulebook import rules
from knobel.scene.text import catalogue, say, text


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player wants to play."""

    key: str
    names: tuple[str, ...]
    own_dice: bool = False


def menu(language: Language) -> None:
    """Choose a game, and play it in this terminal."""
    catalogue(language)
    console = screen()
    try:
        wish = choose(console, keyboard(), language)
    except (Left, KeyboardInterrupt):
        console.print(say(text("cli.left"), language))
        return
    game = make(wish.key, len(wish.names))
    play_on(Record(game, wish.names, "own" if wish.own_dice else "random"), None, language, console)


def _number(console: Console, keyboard: Keyboard, language: str, most: int, *, others: str = "") -> str:
    """A pressed number up to this, or one of the other keys."""
    while True:
        key = keyboard.key()
        if key == "q":
            raise Left
        if (key.isascii() and key.isdigit() and 1 <= int(key) <= most) or (key in others and key):
            return key
        console.print(say(text("cli.unknown_key"), language), style="cyan")


def choose(console: Console, keyboard: Keyboard, language: str) -> Wish:
    """Ask for a game and who plays; raises Left if the player would rather not."""
    infos = games()
    while True:
        console.rule("Knobel", style="dim")
        console.print(say(text("cli.menu"), language), style="bold")
        for number, info in enumerate(infos, 1):
            title = say(text(f"game.{info.key}.title"), language)
            seats = say(text("cli.seats", fewest=info.seats[0], most=info.seats[-1]), language)
            tagline = say(text(f"game.{info.key}.tagline"), language)
            console.print(
                Styled(f" {number} ", "bold cyan") + Styled(f"{title:<12} ", "bold") + Styled(tagline), end=" "
            )
            console.print(seats, style="dim")
        console.print(say(text("cli.menu_keys"), language), style="dim")
        key = _number(console, keyboard, language, len(infos), others="r")
        if key != "r":
            return _company(console, keyboard, language, infos[int(key) - 1].key, infos[int(key) - 1].seats[0])
        key = _number(console, keyboard, language, len(infos))
        console.print(Markdown(rules(infos[int(key) - 1].key, language)))


def _company(console: Console, keyboard: Keyboard, language: str, key: str, fewest: int) -> Wish:
    """Ask who plays."""
    you, bot = say(text("cli.you"), language), say(text("cli.bot"), language)
    wishes = {
        "cli.menu_bot": Wish(key, (you, bot)),
        "cli.menu_solo": Wish(key, (you,)),
        "cli.menu_two": Wish(key, (f"{you} 1", f"{you} 2")),
        "cli.menu_own": Wish(key, (you, bot), own_dice=True),
    }
    open_to_all = {words: wish for words, wish in wishes.items() if len(wish.names) >= fewest}
    console.print(say(text("cli.menu_who"), language), style="bold")
    for number, words in enumerate(open_to_all, 1):
        console.print(Styled(f" {number} ", "bold cyan") + Styled(say(text(words), language)))
    return list(open_to_all.values())[int(_number(console, keyboard, language, len(open_to_all))) - 1]
