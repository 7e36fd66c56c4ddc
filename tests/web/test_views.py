"""Every view, by day and by night, in both languages: nothing bars anybody, and all of it fits."""

import pytest

from tests.web.conftest import Visit
from tests.web.sight import Sight
from tests.web.views import WALKS

SMALL = (320, 568)
PHONE = (360, 640)


@pytest.mark.parametrize("walk", WALKS)
def test_every_view_bars_nobody_and_fits_a_small_phone_and_large_letters(visit: Visit, walk: str) -> None:
    sight = Sight(visit(None, viewport={"width": SMALL[0], "height": SMALL[1]}))
    wrong = [f"{name}, {words}" for name in WALKS[walk](sight.page) for words in look(sight)]
    assert not wrong, "\n".join(wrong)


def look(sight: Sight) -> list[str]:
    """What is wrong with a view, in all ways to look at it; it is left as it was found."""
    wrong = sight.bars()
    for language in ("de", "en"):
        sight.speak(language)
        wrong += [f"{language}, small: {words}" for words in sight.misfits()]
    sight.size(*PHONE)
    # The language that is spoken goes first: to change it is as dear as another size.
    with sight.large_text():
        for language in ("en", "de"):
            sight.speak(language)
            wrong += [f"{language}, large letters: {words}" for words in sight.misfits()]
    sight.size(*SMALL)
    sight.settle()
    return wrong
