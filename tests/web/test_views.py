"""Every view, by day and by night, in both languages: nothing bars anybody, and all of it fits."""

import pytest

from tests.pairs import NIGHTLY, by_night
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
    """What is wrong with a view: small in its language, with large letters in the other; at night each in both.

    It is left as it was found, but in the other language: in that the next view is small. To change the language draws
    everything anew, so it is changed once.
    """
    spoken = sight.language
    other = "en" if spoken == "de" else "de"
    wrong = small(sight, spoken)
    sight.size(*PHONE)
    with sight.large_text():
        for language in by_night((spoken, other), [other]):
            sight.speak(language)
            wrong += [f"{language}, large letters: {words}" for words in sight.misfits()]
    sight.size(*SMALL)
    return wrong + (small(sight, other) if NIGHTLY else [])


def small(sight: Sight, language: str) -> list[str]:
    """What is wrong with a view on a small phone, and whom it bars."""
    return [f"{language}, small: {words}" for words in [*sight.misfits(), *sight.bars()]]
