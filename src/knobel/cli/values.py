"""The commands `value` and `odds`: what a position is worth, and how likely each box is."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text as Styled

from knobel.cli.options import Json, Key, Language, game_options, print_json
from knobel.cli.terminal.view import decimal, screen, table_of
from knobel.core.errors import BadSetup, NotProvided, with_technical_text
from knobel.core.game import AnyGame
from knobel.games.facets import ValueQuery
from knobel.games.spec import find, spec
from knobel.library import games as all_games
from knobel.library import make
from knobel.scene import label
from knobel.scene.rulebook import appraiser
from knobel.scene.text import catalogue, say, text


def value(
    key: Key,
    boxes: Annotated[
        str | None, typer.Option("--open", metavar="BOX,BOX,…", help="The boxes or tasks still open; by default all.")
    ] = None,
    upper: Annotated[int, typer.Option(help="The points so far that count for the bonus.")] = 0,
    chips: Annotated[int | None, typer.Option(help="The chips left; by default none, or all on a blank sheet.")] = None,
    rows: Annotated[
        str,
        typer.Option(metavar="FIELDS", help="On boards with rows: the field reached in each, for example 8,8,0,3,8,8."),
    ] = "",
    coins: Annotated[int, typer.Option(help="On boards with coins: how many coin steps have been made.")] = 0,
    reach: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show the best chance of at least N more points instead."),
    ] = None,
    as_json: Json = False,
    *,
    language: Language,
) -> None:
    """Show what perfect play still brings: points, or the turns left in a race.

    It is exact where the rest can be solved on demand; otherwise it comes from shipped values, with their error.
    """
    from knobel.coach.judge import not_reached, objectives

    catalogue(language)
    game = make(key)
    keys = None if boxes is None else [box.strip() for box in boxes.split(",") if box.strip()]
    try:
        worth, position = find(key).commands.value(game, ValueQuery(keys, upper, chips, rows, coins, reach))
    except NotProvided as error:
        if reach is not None:
            raise not_reached(key) from error
        able = [info.key for info in all_games() if info.has("commands", "value")]
        wrong = BadSetup(
            f"the value of a position cannot be calculated for {key}; it can for {', '.join(able[:-1])} and {able[-1]}"
        )
        raise with_technical_text(wrong, "no_value", game=key, some=", ".join(able[:-1]), last=able[-1]) from error
    if as_json:
        print_json({"game": key, **position, "value": worth})
        return
    if reach is not None:
        words = text("value.reach", n=reach, amount=decimal(100 * worth, language, 4))
    elif "error" in position:
        amount = f"{decimal(worth, language)} ± {decimal(float(str(position['error'])), language)}"
        words = text(f"value.{objectives(game)[0]}", amount=amount)
    else:
        words = text(f"value.{objectives(game)[0]}", amount=decimal(worth, language, 6))
    screen().print(say(words, language), soft_wrap=True)


@game_options
def odds(
    key: Key,
    language: Language,
    dice: Annotated[
        list[str],
        typer.Argument(metavar="DICE…", help="The dice on the table, by position; . for a die still in the cup."),
    ],
    throws: Annotated[int, typer.Option(help="How many throws are left.")] = 2,
    chips: Annotated[int, typer.Option(min=0, help="In games where chips buy a throw: how many are left.")] = 0,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """Show the exact chance of each box or task from the dice on the table, if the turn is played for it alone."""
    from knobel.coach.explore import odds_of, read_dice

    catalogue(language)
    game = appraiser(key, options)
    # A turn allows one bought throw.
    bought = min(1, _known_chips(game, chips))
    chances = odds_of(game, read_dice(game, [None if face == "." else face for face in dice]), throws + bought)
    if as_json:
        print_json(
            {
                chance.key: {
                    name: figure for name, figure in asdict(chance).items() if name != "key" and figure is not None
                }
                for chance in chances
            }
        )
        return
    heads = ["odds.chance", *(["odds.points"] if any(chance.points is not None for chance in chances) else [])]
    table = table_of("", *(say(text(head), language) for head in heads))
    for chance in chances:
        expected = () if chance.points is None else (decimal(chance.points, language),)
        percent = f"{decimal(100 * chance.chance, language)} %"
        table.add_row(Styled(say(label(game, chance.key), language)), percent, *expected)
    screen().print(table)


def _known_chips(game: AnyGame, chips: int) -> int:
    """The number of chips; an error if the game has fewer."""
    try:
        most = spec(game).setup.chips(game)
    except NotProvided:
        most = 0
    if chips > most:
        wrong = BadSetup(f"{game.key} has {most} chips, not {chips}" if most else f"{game.key} has no chips")
        raise with_technical_text(wrong, "chips" if most else "no_chips", game=game.key, most=most, count=chips)
    return chips
