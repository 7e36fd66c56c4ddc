"""Reasons in words, on decisions that can be checked by hand."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from knobel import AnyGame, Record, make
from knobel.coach import Moment, hints, review
from knobel.coach.headline import notes
from knobel.coach.model import EXPLAINED
from knobel.coach.why import Decision, prospects, reasons, terms
from knobel.games.holding.tray import Keep, Tray
from knobel.games.scorecard.rules import Sheet, State, Write
from knobel.games.spec import LANGUAGES
from knobel.scene.text import say
from tests.coach.judges import judge
from tests.coach.tables import begun, nearly_full


def last(record: Record) -> Moment:
    return review(record, judge=judge(record.game)).seats[0].moments[-1]


def told(moment: Moment, language: str = "en") -> list[str]:
    return [say(reason, language) for reason in moment.reasons]


def test_a_box_given_up_is_worth_what_it_brings_when_played_for_alone() -> None:
    # Five of a kind is made in 4.60 % of all turns (published), so it is worth 50 x 0.0460 = 2.30 left open;
    # Chance left open is worth 23.33, five dice of 14/3 each. So (29 + 2.30) - (0 + 23.33) = 7.97 are lost.
    record = nearly_full("classic", ["five_of_a_kind", "chance"], [1, 1, 2, 3, 6])
    record.fell(6, 6, 6, 1, 1)
    record.moved(0, "keep 1 2 3")
    record.fell(1, 2)
    record.moved(0, "keep 1 2 3")
    record.fell(6, 5)
    record.moved(0, "write five_of_a_kind")
    decision = last(record)
    assert decision.loss == pytest.approx(29 + 50 * 0.0460 - 70 / 3, abs=0.01)
    assert decision.verdict == "mistake"
    assert decision.best is not None
    assert say(decision.best.label, "en") == "29 in Chance"
    assert say(decision.best.label, "de") == "29 in Chance"
    assert told(decision) == ["Chance brings 29 now; left open it would be worth only about 23."]
    assert told(decision, "de") == ["Chance bringt jetzt 29, offen wäre es nur rund 23 wert."]
    box, five = terms(Decision(judge(record.game), record.game, record.states[-2], 0), *CHANCE_OR_FIVE)
    assert (box.key, five.key) == ("chance", "five_of_a_kind")
    assert box.amount == pytest.approx(29 - 70 / 3, abs=0.01)
    assert five.amount == pytest.approx(50 * 0.0460, abs=0.01)


CHANCE_OR_FIVE = Write("chance"), Write("five_of_a_kind")


def test_four_alike_become_five_in_two_throws_in_11_of_36_games() -> None:
    record = nearly_full("classic", ["five_of_a_kind"], [1, 1, 2, 3, 6])
    record.fell(6, 6, 6, 6, 5)
    (hint,) = hints(record, judge=judge(record.game))
    points = record.game.scores(record.state)[0]
    assert hint.exact
    assert say(hint.choices[0].label, "en") == "Hold 6 6 6 6"
    assert hint.choices[0].value == pytest.approx(points + 50 * 11 / 36, abs=1e-4)
    assert say(hint.action, "en") == "Keep 6 6 6 6, throw one die again"
    assert [say(words, "en") for words in hint.words] == [
        "Go for Five of a kind.",
        "It becomes: Five of a kind 31%, a struck box 69%.",
        "The next best, “Hold 6 6 6”, costs about 11 points.",
    ]


def test_stopping_is_advised_where_throwing_on_only_risks_what_is_there() -> None:
    record = nearly_full("classic", ["large_straight"], [1, 1, 2, 3, 6])
    record.fell(1, 2, 3, 4, 5)
    record.moved(0, "keep 1 2 3 4")
    decision = last(record)
    # One die is thrown up to twice for a 5 alone (a 1 and a 6 do not help): 1 - (5/6)^2 = 11/36.
    assert decision.loss == pytest.approx(40 * 25 / 36, abs=1e-4)
    assert told(decision) == [
        "Large straight brings 40 now; if you throw on, the turn ends there only 31% of the time.",
    ]


def test_throwing_on_is_advised_where_a_box_was_struck_too_early() -> None:
    record = nearly_full("hexhex", ["five_of_a_kind", "frog"], [1, 1, 2, 3, 6])
    record.fell(6, 6, 6, 6, 1)
    record.moved(0, "write five_of_a_kind")
    assert told(last(record), "de")[0] == "Du streichst Fünf gleiche, obwohl noch Würfe übrig sind."
    assert told(last(record), "de")[1] == "Damit ist noch Fünf gleiche drin, zu 31\u00a0%."


def test_two_holdings_are_compared_by_what_they_become() -> None:
    record = nearly_full("classic", ["five_of_a_kind"], [1, 1, 2, 3, 6])
    record.fell(6, 6, 6, 6, 5)
    record.moved(0, "keep 1 2 3")
    # Three alike become five in two throws in (11/36)^2 of all games: both dice must come.
    decision = last(record)
    assert decision.loss == pytest.approx(50 * (11 / 36 - (11 / 36) ** 2), abs=1e-4)
    assert told(decision) == ["Better for Five of a kind: 31% instead of 9%."]


def test_equal_dice_are_one_choice() -> None:
    record = Record(make("classic", 1))
    record.fell(5, 5, 5, 2, 2)
    record.moved(0, "keep 2 3")
    decision = last(record)
    labels = [choice.label for choice in decision.alternatives]
    assert len(labels) == len(set(labels))
    assert say(decision.label, "en") == "Hold 5 5"


def test_a_chip_is_named_where_it_is_spent() -> None:
    record = nearly_full("extreme", ["six_of_a_kind"], [1, 1, 2, 3, 6, 0])
    for _ in range(2):
        record.fell(*(6, 6, 6, 6, 6, 5)[-len(record.pending.dice) :])  # type: ignore[union-attr]
        record.moved(0, "keep 1 2 3 4 5")
    record.fell(5)
    record.moved(0, "keep 1 2 3 4 5")
    decision = last(record)
    assert say(decision.label, "en") == "Spend a chip, hold 6 6 6 6 6"
    assert decision.verdict == "best"


def example(left: Sequence[str], faces: Sequence[int], throws: int = 1) -> Decision:
    """A decision of one player with these boxes of Classic open."""
    record = nearly_full("classic", left, [1, 1, 2, 3, 6])
    state = replace(record.state, tray=Tray(tuple(faces), throws))
    return Decision(judge(record.game), record.game, state, 0)


def words(decision: Decision, move: Any) -> list[str]:
    return [say(sentence, "en") for sentence in prospects(decision, move)]


def best_of(decision: Decision) -> Any:
    return max(decision.ratings, key=lambda move: decision.ratings[move])


def test_the_aim_is_what_dice_nearly_always_become() -> None:
    decision = example(["threes", "sixes"], [3, 4, 3, 4, 1])
    assert best_of(decision) == Keep((0, 2))
    assert words(decision, Keep((0, 2))) == ["You are collecting Threes.", "It becomes: Threes 94%, Sixes 6%."]


def test_an_aim_that_takes_luck_is_named_with_what_it_mostly_becomes() -> None:
    decision = example(["ones", "five_of_a_kind"], [1, 1, 1, 2, 3])
    assert words(decision, best_of(decision)) == [
        "Most likely it becomes Ones, with luck Five of a kind.",
        "It becomes: Ones 91%, Five of a kind 9%.",
    ]


def test_a_choice_is_not_praised_for_reaching_more_often_what_brings_it_less() -> None:
    fives = example(["fives"], [5, 5, 5, 3, 2])
    assert [say(reason, "en") for reason in reasons(fives, Keep((0, 1, 2, 4)), Keep((0, 1, 2)))] == [
        "More in Fives: on average 18 instead of 17."
    ]
    also = example(["fives", "five_of_a_kind", "chance"], [5, 5, 5, 3, 2])
    assert [say(reason, "en") for reason in reasons(also, Keep((0, 1, 2, 4)), Keep((0, 1, 2)))] == [
        "Better for Five of a kind: 9% instead of 5%."
    ]
    ones = example(["ones", "five_of_a_kind", "full_house"], [1, 1, 1, 3, 1])
    assert [say(reason, "en") for reason in reasons(ones, Keep((0, 1, 2, 3)), Keep((0, 1, 2, 4)))] == [
        "Better for Five of a kind: 31% instead of 5%."
    ]


def behind(mine: int, theirs: int, dice: Sequence[int], throws: int) -> Decision:
    """A decision of the first of two players, who has only Chance open, while the other is done."""
    game = make("classic", 2)
    scores = ((mine, *[0] * 11, None), (theirs, *[0] * 12))
    state = State(tuple(Sheet(marks, 0) for marks in scores), 0, Tray(tuple(dice), throws))
    return Decision(judge(game), game, state, 0)


def test_to_win_means_points_to_make() -> None:
    decision = behind(17, 46, [6, 1, 2, 3, 2], 2)
    assert [say(sentence, "de") for sentence in prospects(decision, best_of(decision))] == [
        "Du brauchst noch 30 in Chance: mit 6 und 4 neuen Würfeln klappt das einmal in 1000.",
        "14 in Chance können nicht mehr gewinnen: heb die Würfel auf.",
        "Mit 29 teilst du den Sieg.",
    ]
    hopeless = behind(17, 46, [6, 6, 3, 2, 1], 3)
    assert words(hopeless, Write("chance")) == ["This game cannot be won any more."]
    enough = behind(30, 46, [6, 6, 3, 2, 1], 3)
    assert words(enough, Write("chance")) == ["18 in Chance wins."]
    level = behind(28, 46, [6, 6, 3, 2, 1], 3)
    assert words(level, Write("chance")) == ["18 in Chance shares the win."]


def test_31_on_the_first_throw_are_hard_to_beat() -> None:
    record = Record(make("kribbeln", 2))
    game: Any = record.game
    throws = product(*(die.values for die in record.game.pool))
    faces = next(faces for faces in throws if sum(faces) == 31 and game.met(0, faces))
    record.fell(*faces)
    (hint,) = hints(record)
    assert say(hint.action, "de") == "Summe eintragen: 31"
    assert say(hint.words[0], "de").startswith("31 ist ")


GAMES = [make(key, 2) for key in ("classic", "hexhex", "master", "krisskross", "kribbeln")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_costly_decision_has_a_reason_in_every_language(game: AnyGame) -> None:
    record = begun(game, 2, 60)
    found = review(record, 0, judge(game))
    (seat,) = found.seats
    assert seat.lessons
    for language in LANGUAGES:
        for moment in seat.lessons:
            if moment.verdict in EXPLAINED:
                sentences = [say(reason, language, record.names) for reason in moment.reasons]
                assert sentences
                assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
        opening = (seat.headline, *notes(found))
        assert "{" not in "".join(say(words, language, record.names) for words in opening)


def test_a_review_opens_with_one_sentence() -> None:
    record = nearly_full("classic", ["chance"], [1, 1, 2, 3, 6])
    found = review(record, judge=judge(record.game))
    assert say(found.seats[0].headline, "en").startswith("Not over yet. ")
    said = [say(note, "en") for note in notes(found)]
    assert said[0] == "Judged by the points to expect in the end with best play."
    assert said[1].startswith("Error rate: what a decision with a choice gives away on average")
    assert said[2:] == ["All values are exact."]


def test_a_review_says_how_true_its_values_are() -> None:
    said = {
        "extreme": "The values are approximate, very near the exact ones; towards the end they are exact.",
        "hexhex": "The values are approximate: very near the exact ones, not the same.",
        "krisskross": "Values are learned, not worked out: good estimates, exact only towards the end.",
        "kribbeln": "Chances are estimated from what every sheet may still come to; at the end they are exact.",
    }
    for key, words in said.items():
        game = make(key, 1 if key == "krisskross" else 2)
        record = nearly_full(key, ["chance"], [1, 1, 2, 3, 6, 0]) if key == "extreme" else begun(game, 1, 6)
        found = review(record, judge=judge(record.game))
        assert say(notes(found)[-1], "en") == words


def test_games_of_several_say_that_all_are_judged_alike() -> None:
    for objective, words in (("points", "each by their own sheet"), ("win", "it is neither luck of the dice")):
        game = make("classic", 2)
        found = review(Record(game), judge=judge(game, objective))
        assert words in say(notes(found)[1], "en")
