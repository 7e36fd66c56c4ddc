"""What a review says in words agrees with its numbers, wherever it is said: luck and decisions never mix."""

import json
import re
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import groupby
from operator import attrgetter

import pytest
from rich.console import Console

from knobel import make
from knobel.app.jobs import decisive_of
from knobel.cli.terminal.lesson import Lesson
from knobel.coach import Review, hints, review
from knobel.coach.bot import LEVELS, bot
from knobel.coach.decisive import decisive
from knobel.coach.headline import with_words
from knobel.coach.model import Moment, SeatReview
from knobel.coach.numbers import CHANCES, TOGETHER, Scale
from knobel.coach.page import page
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.core.record import Record
from knobel.games.spec import LANGUAGES, games
from knobel.scene.text import plain_text, say, text
from tests.coach.judges import judge

OBJECTIVES = {"kribbeln": ("win", "rank_points"), "master": ("win", "turns")}
PLAYED = [(spec.key, objective) for spec in games() for objective in OBJECTIVES.get(spec.key, ("win", "points"))]


@cache
def record_of(key: str) -> Record:
    """A game of a chick against a cat."""
    game = make(key, 2)
    players = [bot(game, level, seed) for seed, level in enumerate((LEVELS[0], LEVELS[2]))]
    return play_record(Record(game, ("Anna", "Ben")), players, seeded(5))


@cache
def reviewed(key: str, objective: str) -> Review:
    record = record_of(key)
    return review(record, judge=judge(record.game, objective))


every_game = pytest.mark.parametrize(("key", "objective"), PLAYED)


@every_game
def test_a_decision_has_one_price_and_no_luck(key: str, objective: str) -> None:
    for seat in reviewed(key, objective).seats:
        for moment in seat.moments:
            if moment.kind == "decision":
                assert moment.luck == 0
                taken = [choice for choice in moment.alternatives if choice.label == moment.label]
                assert moment.best
                assert all(moment.best.value - choice.value == pytest.approx(moment.loss) for choice in taken)
            else:
                assert moment.loss == moment.revised == 0


@every_game
def test_practice_and_puzzles_price_a_decision_as_the_review_does(key: str, objective: str) -> None:
    record = record_of(key)
    for seat in reviewed(key, objective).seats:
        dodges = [one for one in seat.decisions if one.label.key.endswith(".dodge")]
        for moment in (*seat.lessons[:2], *dodges[:2]):
            position = Record(record.game, record.names)
            for entry in record.entries[: moment.entry - 1]:
                position.append(entry)
            (hint,) = hints(position, seat.seat, judge(record.game, objective))
            taken = next(choice for choice in hint.choices if choice.label == moment.label)
            assert hint.choices[0].value - taken.value == pytest.approx(moment.loss, abs=1e-9)


@every_game
def test_the_parts_of_a_balance_are_the_sums_of_their_moments(key: str, objective: str) -> None:
    for seat in reviewed(key, objective).seats:
        sums = {kind: sum(one.luck for one in seat.moments if one.kind == kind) for kind in ("throw", "other")}
        revised = sum(one.revised for one in seat.moments)
        sums["other" if objective in TOGETHER else "throw"] += revised
        assert seat.luck == pytest.approx(sums["throw"])
        assert seat.others == pytest.approx(sums["other"])
        assert seat.start + seat.luck + seat.others - seat.losses == pytest.approx(seat.result, abs=1e-6)


@every_game
def test_the_decisive_moment_is_dice_or_a_decision_at_the_price_of_that_alone(key: str, objective: str) -> None:
    found = reviewed(key, objective)
    moment = decisive(found)
    assert moment
    seat = found.seats[moment.seat]
    of_turn = [one for one in seat.moments if one.turn == moment.turn]
    amount = say(Scale(objective, found.spread).size(moment.size), "de")
    assert amount in say(moment.words, "de")
    if moment.kind == "loss":
        assert moment.size in [one.loss for one in of_turn]
    else:
        luck = sum(one.luck for one in of_turn if one.kind == "throw")
        assert abs(luck) == pytest.approx(moment.size)
        assert (luck > 0) == (moment.kind == "luck")
        assert not any(say(one.label, "de") in say(moment.words, "de") for one in of_turn)


def test_the_decisive_moment_of_a_result_is_that_of_its_review() -> None:
    record = record_of("hexhex")
    told = decisive_of(record.text(), 1)
    (seat,) = review(record, 1).seats
    assert told
    assert seat.decisive
    assert told["words"] == plain_text(seat.decisive)
    assert json.loads(json.dumps(told)) == told


@every_game
def test_page_and_terminal_say_the_same_figures(key: str, objective: str) -> None:
    found = reviewed(key, objective)
    for language in LANGUAGES:
        html, shown = page(found, language), StringIO()
        Lesson(Console(file=shown, width=400), found, language).review(found)
        for seat in found.seats:
            words = (seat.headline, seat.decisive, *seat.notes, *(one.amount for one in seat.figures))
            for each in filter(None, words):
                assert say(each, language, found.names) in html
                assert say(each, language, found.names) in shown.getvalue()
            for lesson in seat.lessons:
                costs = say(text("coach.costs", amount=Scale(objective, found.spread).size(lesson.loss)), language)
                assert costs in html
                assert costs in shown.getvalue()


@every_game
def test_a_table_of_moments_adds_up_to_the_figures(key: str, objective: str) -> None:
    found = reviewed(key, objective)
    scale = Scale(objective, found.spread)
    html = page(replace(found, seats=found.seats[:1]), "en")
    (seat, *_) = found.seats
    turns = re.findall(r'<td colspan="3">dice (\S+) · decisions (\S+)</td>', html)
    by_turn = [list(moments) for _, moments in groupby(seat.moments, attrgetter("turn"))]
    expected = [
        (sum(one.luck for one in moments if one.kind == "throw"), -sum(one.loss for one in moments))
        for moments in by_turn
    ]
    assert turns == [tuple(say(scale.change(part), "en") for part in parts) for parts in expected]


@every_game
def test_chances_are_counted_in_percentage_points_and_beyond_a_hundred_with_a_word(key: str, objective: str) -> None:
    found = reviewed(key, objective)
    for seat in found.seats:
        parts = [figure.amount for figure in seat.figures if figure.key in {"luck", "others", "decisions"}]
        assert not any("%" in say(part, "de") for part in parts)
        assert "%" not in say(seat.decisive, "de") if seat.decisive else True
        beyond = any(abs(part) > 1 for part in (seat.luck, seat.others, seat.losses))
        assert bool(seat.notes) == (objective in CHANCES and beyond)


def seat_of(luck: float, others: float, losses: dict[str, float], start: float = 0.5) -> SeatReview:
    """A seat that wins or loses by such dice, such rivals and decisions with such verdicts."""
    decisions = [
        Moment(at, "decision", at, text("seat", n=at), (), 0.0, 0.0, loss=loss, verdict=verdict.rstrip("0123456789"))
        for at, (verdict, loss) in enumerate(losses.items(), 1)
    ]
    throws = [Moment(100 + turn, "throw", turn, text("seat", n=turn), (), 0.0, 0.0) for turn in range(1, 14)]
    total = sum(losses.values())
    result = start + luck + others - total
    moments = (*decisions, *throws)
    return SeatReview(0, start, luck, others, total, result, 0.0, exact=True, moments=moments, costliest=())


@pytest.mark.parametrize(
    ("seat", "scores", "places", "words"),
    [
        (
            seat_of(0.4, -0.1, {"blunder": 0.4, "blunder2": 0.3, "mistake": 0.1}),
            *((445, 554), (2, 1)),
            "Verloren, 445 zu 554. Die Würfel waren gut; drei Entscheidungen haben das Spiel gekostet.",
        ),
        (
            seat_of(-0.3, -0.1, {"mistake": 0.1}),
            *((445, 554), (2, 1)),
            "Verloren, 445 zu 554. Die Würfel waren schlecht; eine Entscheidung war teuer.",
        ),
        (
            seat_of(0.2, -0.68, {"slip": 0.02}),
            *((200, 250), (2, 1)),
            "Verloren, 200 zu 250. Die Würfel waren gut; es gab nur kleine Ausrutscher; den Ausschlag gab Ben.",
        ),
        (
            seat_of(0.1, 0.4, {"good": 0.002, "best": 0.0}),
            *((300, 200), (1, 2)),
            "Gewonnen, 300 zu 200. Die Würfel waren durchschnittlich; verschenkt wurde kaum etwas.",
        ),
        (
            seat_of(0.6, -0.1, {"best": 0.0}),
            *((554, 445), (1, 2)),
            "Gewonnen, 554 zu 445. Die Würfel waren sehr gut; jede Entscheidung war die beste.",
        ),
        (
            seat_of(-0.1, 0.2, {"mistake": 0.1}),
            *((300, 300), (1, 1)),
            "Unentschieden, 300 zu 300. Die Würfel waren durchschnittlich; eine Entscheidung war teuer.",
        ),
    ],
)
def test_a_headline_is_a_sentence_that_a_family_understands(
    seat: SeatReview, scores: tuple[int, int], places: tuple[int, int], words: str
) -> None:
    spread = 0.5 / 26**0.5
    names, objectives = ("Anna", "Ben"), ("win",)
    whole = Review(
        "classic", names, "win", objectives, over=True, spread=spread, seats=(seat,), scores=scores, places=places
    )
    assert say(with_words(whole).seats[0].headline, "de", whole.names) == words


@every_game
def test_a_headline_blames_decisions_only_where_they_alone_lost_the_game(key: str, objective: str) -> None:
    found = reviewed(key, objective)
    for seat in found.seats:
        words = say(seat.headline, "en", found.names)
        costly = [one.loss for one in seat.decisions if one.verdict in {"mistake", "blunder"}]
        assert ("cost the game" in words) <= (objective == "win" and found.places[seat.seat] > 1)
        assert ("cost the game" in words) <= (sum(costly) >= seat.start)
        assert ("The dice were good" in words or "The dice were very good" in words) <= (seat.luck > 0)
        assert ("The dice were bad" in words or "The dice were very bad" in words) <= (seat.luck < 0)
        assert bool(re.search("costly|cost the game", words)) == bool(costly)
