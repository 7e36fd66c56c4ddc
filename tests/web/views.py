"""Every view of the app: walks that lead from one to the next and tell the name of each as soon as it is shown."""

import re
import secrets
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial

from playwright.sync_api import FilePayload, Page, expect

from knobel import Decide, make
from knobel.app.today.result import played
from knobel.coach.bot import LEVELS
from knobel.games import SPECS
from knobel.scene.text import game_text, say
from knobel.tables.day import day_game
from tests.web.player import TOUCHABLE, Player
from tests.web.program import answer, program
from tests.web.tables import CHICK, HERE, make_table, open_table, post

Walk = Callable[[Page], Iterator[str]]
BEN = {"kind": "here", "name": "Ben"}
GAMES = {spec.key: spec for spec in sorted(SPECS, key=lambda spec: spec.key)}
RESULTS_OF = date(2024, 2, 29)
"""A day that has results on boards."""
INVITE, SHARE = re.compile("Einladen|Invite"), re.compile("Teilen|Share")
BRING, FOUND = re.compile("Andere einladen|Invite others"), re.compile("Kreis erstellen|Create a circle")
"""Buttons that walks press, whatever language is spoken."""
TITLES = {key: say(game_text(key, "title"), "de") for key in GAMES}
PLACES = {
    "today": ("/today", "main article"),
    "puzzles": ("/puzzles?game=classic", "ol a"),
    "puzzle": ("/puzzles/classic/1", ".board"),
    "home": ("/", ".facts:has-text('Min')"),
    "settings": ("/settings", "h1"),
    "me-empty": ("/me", "main > p"),
    "missing": ("/nowhere", "h1"),
    "table-missing": ("/t/nowhere", ".alone a"),
    "watch-missing": ("/watch/nowhere", "h1"),
}
"""Views that an address alone leads to, and what they show."""


def places(page: Page) -> Iterator[str]:
    """Everywhere one comes to without having played."""
    for name, (path, shown) in PLACES.items():
        page.goto(path)
        page.wait_for_selector(shown)
        yield name


def explored(page: Page) -> Iterator[str]:
    """A position of each game, with dice thrown."""
    page.goto("/explore")
    for game in GAMES:
        page.locator(".games button").filter(has_text=TITLES[game]).click()
        page.wait_for_selector(f"main[data-game={game}] .desk")
        page.locator(".more button").first.click()
        page.wait_for_selector("ol .choice")
        for fold in page.locator(".desk summary").all():
            fold.click()
        yield f"explore-{game}"


def games(page: Page) -> Iterator[str]:
    """What there is to know and to choose before a game."""
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_selector("article h1")
        yield f"rules-{game}"
        page.goto(f"/new/{game}")
        page.locator("summary").first.click()
        yield f"new-{game}"
    page.goto("/new/hexhex")
    page.locator("form [data-seat='1']").click()
    yield "new-seat"
    page.locator("dialog li button").first.click()
    yield "new-pass"
    yield from own_sheet(page)


def own_sheet(page: Page) -> Iterator[str]:
    """A sheet of one's own: half put together, among the others, and shared."""
    page.goto("/new/kribbeln?tasks=1+green%3B+blue+%3E+red%3B+3+any%3B+no+2%3B+yellow+%3E+rest%3B+0+red&name=Oma")
    page.wait_for_selector(".sheet")
    yield "sheets"
    page.locator("section .button").nth(1).click()
    page.wait_for_selector("dialog .kinds")
    yield "sheet-kinds"
    page.locator("[data-kind='14']").click()
    page.locator("[data-colour=blue]").click()
    yield "sheet-colours"
    page.keyboard.press("Escape")
    page.locator("section .button").nth(2).click()
    page.wait_for_selector("dialog img")
    yield "sheet-share"
    yield from described_dice(page)


def described_dice(page: Page) -> Iterator[str]:
    """The dice of a box: half described, and among what may be chosen."""
    page.goto("/new/kribbeln?dice=own&arrangement=kgboyr+gboyrk+boyrkg+oyrkgb+yrkgbo+rkgboy")
    page.wait_for_selector(".my-dice svg")
    yield "dice"
    page.locator(".my-dice .button").click()
    page.wait_for_selector("dialog .square")
    for colour in ("green", "blue", "orange", "red"):
        page.locator(f"dialog [data-colour={colour}]").click()
    yield "dice-described"


def table(page: Page, game: str) -> Iterator[str]:
    """A table, from the first throw to the end of the game."""
    # Bots of a game in which all move at once read for long before their first move.
    name = open_table(page, game, HERE, BEN if GAMES[game].simultaneous else CHICK)
    Player(page).wait()
    yield f"{game}-start"
    play(page, name, 4)
    expect(page.locator(TOUCHABLE).first).to_be_visible()
    yield f"{game}-thrown"
    Player(page).choose()
    yield f"{game}-chosen"
    # A page that does not show the table need not draw every move.
    over = make_table(page, game, HERE, BEN)
    play(page, over)
    page.goto(f"/t/{over}")
    page.wait_for_selector(".result")
    yield f"{game}-over"


def play(page: Page, name: str, decisions: int = 1000) -> None:
    """Play by requests, always what is worth most, until something is to be decided after so many decisions."""
    with program(page) as asking:
        view = asking.ask(f"/api/tables/{name}")
        while not view["over"]:
            seat, moves = next(iter(view["moves"].items()), ("", []))
            if not seat:  # Somebody else thinks, and thinks faster undisturbed.
                page.wait_for_timeout(100)
                view = asking.ask(f"/api/tables/{name}")
                continue
            decides = moves != ["roll"]
            if decides and not decisions:
                break
            decisions -= decides
            choices = [choice for choice in view["scene"]["choices"] if choice["seat"] == int(seat)]
            best = max(choices, key=lambda choice: choice["worth"] or 0)["move"] if decides else "roll"
            wish = {"move": best, "seen": view["seq"], "key": secrets.token_hex(8), "seat": int(seat), "view": True}
            view = asking.ask(f"/api/tables/{name}/commands", wish)["view"]


def own_dice(page: Page) -> Iterator[str]:
    """Typing what real dice show, and correcting it."""
    for game in GAMES:
        name = open_table(page, game, *[HERE, BEN][: GAMES[game].seats[0]], dice="own")
        rules = make(game)
        if isinstance(rules.pending(rules.start()), Decide):  # Something is chosen before anything is thrown.
            begin = answer(page, f"/api/tables/{name}")
            wish = {"move": begin["moves"]["0"][0], "seen": begin["seq"], "key": secrets.token_hex(8), "seat": 0}
            post(page, f"/api/tables/{name}/commands", wish)
        page.wait_for_selector(".pad .key")
        yield f"{game}-pad"
        page.locator(".pad .dots").last.click()
        page.wait_for_selector(".scores .values")
        # Whatever can be touched first, so that there are values to choose from.
        if not page.locator(".scores .value").count():
            page.locator("[data-seat='0'] [data-enter=open]").first.click()
            if not page.locator(".scores .value").count():
                page.locator("[data-seat='0'] [data-enter=open]").first.click()
        page.wait_for_selector(".scores .value")
        yield f"{game}-scores"
        page.locator(".scores .dots").last.click()
    open_table(page, "classic", dice="own")
    for _ in range(5):
        page.locator(".pad .key").first.click()
    page.locator(".end > .dots").last.click()
    page.locator("dialog li button").first.click()
    page.wait_for_selector("dialog .button")
    yield "corrections"
    page.locator("dialog .button").first.click()
    page.locator(".correct .dice button").first.click()
    page.locator(".correct .keys button").last.click()
    page.wait_for_selector(".correct .acts")
    yield "correct"


def over_a_table(page: Page) -> Iterator[str]:
    """What opens over a table."""
    open_table(page, "classic", HERE, CHICK)
    player = Player(page)
    player.roll()
    page.locator(".end > .dots").first.click()
    page.locator(".coach [aria-expanded]").click()
    page.wait_for_selector(".coach ol .choice")
    yield "coach"
    page.keyboard.press("Escape")
    page.locator(".end > .dots").last.click()
    yield "menu"
    page.locator("dialog li button", has_text=INVITE).click()
    page.wait_for_selector("dialog img")
    yield "invite"
    page.keyboard.press("Escape")
    page.locator(".give .toggle").click()
    yield "signs"
    page.locator(".give .toggle").click()
    page.locator("[data-spot=chance].open").first.tap()
    page.route("**/commands", lambda route: route.abort())
    player.button.click()
    expect(page.locator(".toast").first).to_be_visible()
    yield "toast"


def invited(page: Page) -> Iterator[str]:
    """A table that waits for somebody, from both sides of the link."""
    options = {"sheet": "3", "beginner": "yes", "begins": "rulebook"}
    name = open_table(page, "kribbeln", HERE, {"kind": "link"}, {"kind": "link"}, options=options)
    page.wait_for_selector(".share img")
    page.wait_for_selector(".house")
    yield "waiting"
    invitation = answer(page, f"/api/tables/{name}")["links"]["invite"]
    page.context.clear_cookies()
    page.goto(f"/join/{name}#{invitation}")
    page.wait_for_selector("form .house")
    yield "join"


def boards(page: Page) -> Iterator[str]:
    """The results of a day, and what one does with them."""
    made = post(page, "/api/boards/circles", {"name": "Die Knobelbecher-Würfler", "key": "views"})
    for name, level in (("Anna", 4), ("Wolfeschlegelsteinhausen", 1)):
        record = played(day_game(RESULTS_OF, "hexhex"), LEVELS[level]).text()
        wish = {"record": record, "name": name, "face": "", "circles": [made["ticket"]]}
        post(page, "/api/boards/results", wish)
        page.context.clear_cookies()
    page.goto(f"/circle#{made['ticket']}")
    page.wait_for_selector("article .button.main")
    yield "circle"
    page.locator("article .button.main").click()
    page.goto(f"/today/{RESULTS_OF}")
    page.wait_for_selector("section[data-game=hexhex] li:nth-child(2)")
    yield "board"
    page.locator(".ways button", has_text=BRING).click()
    page.wait_for_selector("dialog .share img")
    yield "board-share"
    page.keyboard.press("Escape")
    page.locator(".ways button", has_text=FOUND).click()
    page.wait_for_selector("dialog form")
    yield "board-make"
    page.keyboard.press("Escape")
    file = FilePayload(name="game.knobel", mimeType="text/plain", buffer=b"knobel 1")
    page.locator(".ways input").set_input_files(file)
    page.wait_for_selector("dialog fieldset")
    yield "board-hand-in"


def afterwards(page: Page) -> Iterator[str]:
    """What remains of a game."""
    still = open_table(page, "extreme", HERE, CHICK)
    name = open_table(page, "classic", HERE, CHICK)
    post(page, f"/api/tables/{name}/leave", {})
    post(page, f"/api/tables/{name}/bot", {"seat": 0, "level": "cat"})
    page.wait_for_selector(".result")
    page.locator(".next.armed .button", has_text=SHARE).click()
    page.wait_for_selector("dialog hr")
    yield "result-share"
    page.goto(f"/review/{name}")
    page.wait_for_selector("figure svg")
    yield "review"
    page.locator("article article .button").first.click()
    page.wait_for_selector("article article .board")
    yield "lesson"
    page.locator(".practise").click()
    page.wait_for_selector(".asks .button.main")
    yield "practice"
    page.goto(f"/check/{name}")
    page.wait_for_selector("article h1")
    yield "check"
    page.goto("/me")
    page.wait_for_selector(f"a[href='/t/{still}']")
    page.locator("main > details summary").click()
    yield "me"
    page.goto("/")
    page.wait_for_selector(".pads li")
    yield "home-again"


WALKS: dict[str, Walk] = {
    "places": places,
    "games": games,
    "explored": explored,
    **{game: partial(table, game=game) for game in GAMES},
    "own_dice": own_dice,
    "over_a_table": over_a_table,
    "invited": invited,
    "boards": boards,
    "afterwards": afterwards,
}
