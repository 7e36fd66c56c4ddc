"""Somebody who plays with their fingers: sees what can be touched, touches it, and presses the big button."""

from playwright.sync_api import Locator, Page, Request, expect

from tests.web.waiting import until

BUTTON = ".dock .foot .button.main"
TOUCHABLE = ".panel.mine :is(button[aria-pressed], .cell.lit)"
HOVERING = ".cell svg.die"
OVER = ".result"
HAND = ".hand .slip-closed"
"""The device is to be passed on."""
SURE = ".dock .button.sure"
"""The button asks whether a zero is really meant."""
HOLDABLE = ".tray .die:enabled"
MOST = 400
"""So many turns has no game."""

MY_TURN = """([over, button, touchable]) => {
    if (document.querySelector(over) || document.querySelector('.hand')) return true
    if (!document.querySelector('header.own') || !document.querySelector('.dock[aria-busy=false]')) return false
    return document.querySelector(touchable) !== null || document.querySelector(button)?.disabled === false
}"""
"""The game is over, or there is something to do and nothing under way."""


class Player:
    """Plays whatever game lies on the table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.button: Locator = page.locator(BUTTON)

    @property
    def over(self) -> bool:
        """The game is over."""
        return self.page.locator(OVER).count() > 0

    def wait(self) -> None:
        """Wait until it is this player's turn, or the game is over."""
        self.page.wait_for_function(MY_TURN, arg=[OVER, BUTTON, TOUCHABLE])
        if self.page.locator(HAND).count():
            self.take_over()
            self.wait()

    def take_over(self) -> None:
        """Open the slip of whoever this device is passed to; a finger that has just written cannot."""
        self.page.locator(f"{HAND}.armed").tap()
        expect(self.page.locator(HAND)).to_have_count(0)

    def press(self) -> None:
        """Press the big button, and wait until that is done."""
        expect(self.button).to_be_enabled()
        sent: list[str] = []

        def note(request: Request) -> None:
            if request.url.endswith("/commands"):
                sent.append(request.url)

        self.page.on("request", note)
        with self.page.expect_response("**/commands"):
            self.button.tap()
            until(self.page, lambda: sent or self.page.locator(SURE).count())
            if not sent:
                self.button.tap()
        self.page.remove_listener("request", note)
        # After the last move there is the result, and where a device goes round, a card.
        self.page.wait_for_selector(f".dock[aria-busy=false], {OVER}, .hand")

    @property
    def rolls(self) -> bool:
        """All dice are in the cup, and it is for this player to throw them."""
        return self.button.is_enabled() and self.page.locator(".tray svg[data-face]").count() == 0

    def roll(self) -> None:
        """Throw the dice of a new turn."""
        self.wait()
        assert self.rolls
        self.press()

    def choose(self) -> None:
        """Point at the first thing that can be done: one touch, or two where a choice has two cells."""
        before = self.button.inner_text()
        spots = self.page.locator(TOUCHABLE)
        spots.first.tap()
        hovering = self.page.locator(HOVERING)
        until(self.page, lambda: hovering.count() or self.button.inner_text() != before)
        if hovering.count() == 1 and not self.button.is_enabled():
            spots.first.tap()
        expect(self.button).not_to_have_text(before)

    def turn(self) -> None:
        """One step of a turn: throw, or choose and write."""
        self.wait()
        if self.over:
            return
        if self.rolls:
            self.press()
        else:
            self.choose()
            self.press()

    def play(self) -> None:
        """Play until the game is over; the first dice that may be thrown again are held in part and thrown again."""
        held = False
        for _ in range(MOST):
            self.wait()
            if not held and not self.over and self.button.is_enabled() and self.page.locator(HOLDABLE).count() > 2:
                held = True
                self.throw_again(1, 2)
            self.turn()
            if self.over:
                return
        raise AssertionError("the game does not end")

    def throw_again(self, *positions: int) -> None:
        """Hold these dice and throw the others; the held ones stay as they are."""
        before = self.faces
        self.hold(*positions)
        self.press()
        after = self.faces
        assert [after[at - 1] for at in positions] == [before[at - 1] for at in positions]

    @property
    def faces(self) -> list[str | None]:
        """What the dice show."""
        return [die.get_attribute("data-face") for die in self.page.locator(".tray .die svg").all()]

    def hold(self, *positions: int) -> None:
        """Pick up dice."""
        for position in positions:
            self.page.locator(f".tray .die >> nth={position - 1}").tap()
