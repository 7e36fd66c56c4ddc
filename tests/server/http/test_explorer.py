"""Positions set up by hand and distributions of scores, over HTTP."""

import pytest

from knobel.app.responses import study
from knobel.server.http.schema import response_model
from tests.server.http.conftest import Phone

pytestmark = pytest.mark.asyncio
Distributions, Explored = response_model(study.Distributions), response_model(study.Explored)
ASKED = {"game": "hexhex", "sheets": [{"frog": 3}], "language": "de"}


async def test_a_position_is_told_with_all_that_may_be_set_up(phone: Phone) -> None:
    asked = {**ASKED, "dice": ["frog", "frog", "frog", "mash", "mash"], "throws": 2}
    told = Explored.model_validate_json((await phone.post("/api/explore", asked)).content)
    assert told.hint
    assert told.hint.choices[0].label == "4 in Drilling + Paar"
    assert told.names == ["Spieler 1"]
    assert [place.key for place in told.places][-1] == "five_of_a_kind"
    assert "frog" not in {one.key for one in told.odds}
    wished = Explored.model_validate_json((await phone.post("/api/explore", {**asked, "reach": 60})).content)
    assert wished.objective == "reach"
    assert wished.value == 0


async def test_nobody_needs_a_key_to_explore_or_gets_one(phone: Phone) -> None:
    assert "set-cookie" not in (await phone.post("/api/explore", ASKED)).headers


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "nothing"}, "unknown_game"),
        ({"sheets": [{"frog": 6}]}, "bad_setup"),
        ({"sheets": [{}] * 7}, "invalid"),
        ({"sheets": []}, "invalid"),
        ({"sheets": [{"frog": 1.5}]}, "invalid"),
        ({"options": {"colour": "red"}}, "bad_setup"),
        ({"dice": ["cow"], "throws": 1}, "bad_dice"),
        ({"throws": 5}, "invalid"),
        ({"language": "fr"}, "invalid"),
    ],
)
async def test_what_cannot_be_set_up_is_refused(phone: Phone, wrong: dict[str, object], code: str) -> None:
    refused = await phone.post("/api/explore", {**ASKED, **wrong})
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == code


async def test_distributions_are_told_once_and_kept(phone: Phone) -> None:
    told = await phone.get("/api/distributions/hexhex")
    best, *_ = Distributions.model_validate_json(told.content).distributions
    assert best.who == "perfect"
    assert best.exact
    assert sum(best.chances) == pytest.approx(1, abs=1e-6)
    again = await phone.get("/api/distributions/hexhex", headers={"If-None-Match": told.headers["etag"]})
    assert again.status_code == 304
    assert (await phone.get("/api/distributions/nothing")).status_code == 422
