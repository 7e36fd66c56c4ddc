"""The command that tells how likely scores are, loaded only when called: distribution."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text as Styled

from knobel.cli.options import Json, Key, Language, game_options, print_json
from knobel.cli.terminal.view import screen
from knobel.library import make
from knobel.scene.text import catalogue, say, text

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The shares of games that people ask for: the worst of twenty, the worst quarter, half, and so on."""


@game_options
def distribution(
    key: Key,
    language: Language,
    score: Annotated[
        int | None, typer.Option(metavar="N", help="How many of a hundred games this score beats.")
    ] = None,
    seats: Annotated[int | None, typer.Option(min=1, help="How many play, where that makes a difference.")] = None,
    as_json: Json = False,
    *,
    options: dict[str, object],
) -> None:
    """How likely final scores are: of perfect play or the best bots, and of bots of the usual level."""
    from knobel.solve.scores import distribution as best
    from knobel.solve.scores import distributions, usual_seats

    catalogue(language)
    game = make(key, seats or usual_seats(key), **options)
    # Says what is wrong if there is none.
    best(game)
    found = distributions(game)
    if as_json:
        beaten = {} if score is None else {"score": score, "beats": [one.percentile(score) for one in found]}
        print_json({"game": key, **beaten, "distributions": [one.plain() for one in found]})
        return
    table = Table(box=None)
    table.add_column()
    heads = ("spread.mean", "spread.deviation", *(f"{round(100 * share)} %" for share in SHARES))
    for head in heads:
        words = say(text(head), language) if "." in head else head
        table.add_column(Styled(words), justify="right", no_wrap=True)
    if score is not None:
        table.add_column(Styled(say(text("spread.beaten", score=score), language)), justify="right")
    for one in found:
        who = text("spread.perfect") if one.players.who == "perfect" else text(f"level.{one.players.who}")
        mean = f"{one.mean:.2f}" if one.exact else f"{one.mean:.2f} ± {one.error:.2f}"
        shares = [str(one.quantile(share)) for share in SHARES]
        beaten_by = [] if score is None else [f"{one.percentile(score):.1f} %"]
        table.add_row(Styled(say(who, language)), mean, f"{one.deviation:.2f}", *shares, *beaten_by)
    screen().print(table)
    for one in found:
        games = text("spread.exact") if one.games is None else text("spread.games", n=one.games)
        who = text("spread.perfect") if one.players.who == "perfect" else text(f"level.{one.players.who}")
        screen().print(Styled(f" {say(text('spread.source', who=who, games=games), language)}", "dim"))
