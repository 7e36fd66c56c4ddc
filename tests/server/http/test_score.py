"""What dice are worth, for rules pages that can be played with."""

import pytest

from knobel.scene.rulebook import page
from tests.server.http.conftest import Phone

pytestmark = pytest.mark.asyncio


async def test_dice_are_worth_what_the_rules_count(phone: Phone) -> None:
    asked = {"game": "classic", "dice": ["3", "3", "3", "5", "5"], "language": "en"}
    told = (await phone.post("/api/score", asked)).json()
    assert {"key": "full_house", "name": "Full house", "worth": 25} in told["worths"]
    met = {"game": "kribbeln", "options": {"tasks": "2 blue; blue > red"}, "dice": list("356653"), "language": "de"}
    assert [one["worth"] for one in (await phone.post("/api/score", met)).json()["worths"]] == [False, True]


async def test_every_example_of_a_rules_page_comes_with_what_it_is_worth(phone: Phone) -> None:
    for game in ("krisskross", "kribbeln", "master"):
        told = (await phone.get(f"/api/rules/{game}?language=de")).json()
        assert told["plain"] == page(game, "de")
        assert len(told["examples"]) == told["plain"].count("```score") > 0
        for example in told["examples"]:
            asked = {"game": game, "language": "de", "options": example["options"], "dice": example["dice"]}
            assert (await phone.post("/api/score", asked)).json()["worths"] == example["worths"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"dice": ["7", "3", "3", "5", "5"]}, "bad_dice"),
        ({"dice": ["3"]}, "bad_dice"),
        ({"dice": ["3"] * 26}, "invalid"),
        ({"options": {"colour": "red"}}, "bad_setup"),
        ({"game": "kribbeln", "dice": list("356653"), "options": {"tasks": "purple"}}, "bad_setup"),
    ],
)
async def test_what_is_no_throw_is_refused(phone: Phone, wrong: dict[str, object], code: str) -> None:
    asked = {"game": "classic", "dice": ["3", "3", "3", "5", "5"], "language": "en", **wrong}
    told = await phone.post("/api/score", asked)
    assert (told.status_code, told.json()["error"]["code"]) == (422, code)
