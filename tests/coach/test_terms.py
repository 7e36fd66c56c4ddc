"""Terms add up: to what a choice is worth more than another one, in every game and by every objective."""

import pytest

from knobel import AnyGame, make
from knobel.coach.judge import judge_of, objectives
from knobel.coach.terms import Share, aims, collected, differences, explained_by_points, largest, total, value
from knobel.coach.why import Decision
from knobel.coach.why import terms as terms_of
from knobel.games.spec import spec
from knobel.scene.text import text
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.plain import PlainKernel
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Kinds
from tests.coach.plain import positions

LABEL = text("coach.term.all")
GAMES = [
    make("classic", 1),
    make("classic", 2),
    make("classic", 3),
    make("yatzy", 2),
    make("extreme", 2),
    make("hexhex", 2),
    make("hexhex", 3),
    make("master", 1),
    make("master", 3),
    make("kribbeln", 2),
    make("kribbeln", 3, arrangement="any"),
    make("krisskross", 2),
    make("krisskross", 2, advanced="yes"),
]
CASES = [(game, objective) for game in GAMES for objective in objectives(game)]
EVERY = 7
MOST = 12


def share(chance: float, mean: float, *, effect: bool = False) -> Share:
    return Share(LABEL, chance, chance * mean, effect=effect)


@pytest.mark.parametrize(("game", "objective"), CASES, ids=str)
def test_the_terms_of_two_choices_add_up_to_the_difference(game: AnyGame, objective: str) -> None:
    counted = 0
    for state, seat in positions(game, 1, EVERY):
        decision = Decision(judge_of(game, objective), game, state, seat)
        ratings = decision.ratings
        moves = sorted(ratings, key=lambda move: -ratings[move])
        if type(moves[0]).__name__ in ("Begin", "Begins"):
            continue
        for other in (moves[-1], moves[len(moves) // 2], moves[min(1, len(moves) - 1)]):
            terms = terms_of(decision, moves[0], other)
            assert total(terms) == pytest.approx(ratings[moves[0]] - ratings[other], abs=1e-9)
            assert [abs(term.amount) for term in terms] == sorted((abs(term.amount) for term in terms), reverse=True)
        counted += 1
        if counted == MOST:
            break
    assert counted > 2


@pytest.mark.parametrize("game", [game for game in GAMES if game.key != "krisskross"], ids=str)
def test_the_aims_of_a_choice_add_up_to_what_it_is_worth_beyond_a_turn_that_brings_nothing(game: AnyGame) -> None:
    for number, (state, seat) in enumerate(positions(game, 1, EVERY)):
        decision = Decision(judge_of(game), game, state, seat)
        best, *others = sorted(decision.ratings, key=lambda move: -decision.ratings[move])
        worst = others[-1] if others else best
        one, other = (total(spec(game).why.aims(decision, move)) for move in (best, worst))
        assert one - other == pytest.approx(decision.ratings[best] - decision.ratings[worst], abs=1e-9)
        if number == MOST:
            break


def test_what_ends_a_turn_counts_by_what_it_brings_beyond_the_other_choice() -> None:
    best = {"straight": share(1.0, 40.0)}
    other = {"straight": share(0.3, 40.0), "nothing": share(0.7, 0.0)}
    first, second = differences(best, other)
    assert (first.key, second.key) == ("straight", "nothing")
    # The other choice is worth 12: the straight is 28 above it, nothing 12 below.
    assert first.amount == pytest.approx(28 * 0.7)
    assert second.amount == pytest.approx(12 * 0.7)
    assert first.is_chance
    assert second.is_chance


def test_a_box_that_brings_more_counts_by_that_and_not_by_its_chance() -> None:
    (term,) = [
        one
        for one in differences({"fives": share(0.94, 17), "x": share(0.06, 20)}, {"fives": share(1, 16)})
        if one.key == "fives"
    ]
    assert not term.is_chance
    assert term.amount > 0


def test_effects_add_to_a_turn_without_ending_it() -> None:
    shares = collected([("box", share(0.5, 10)), ("box", share(0.5, 20)), ("chip", share(0.5, -4, effect=True))])
    assert value(shares) == pytest.approx(13)
    box, chip = aims(shares, 5)
    assert [box.amount, chip.amount] == pytest.approx([10, -2])
    assert largest([chip], -1) is chip
    assert largest([chip]) is None


def test_chances_are_explained_by_points_as_far_as_these_go() -> None:
    points = differences({"one": share(1, 12)}, {"other": share(1, 10)})
    scaled = explained_by_points(points, 0.02, 0.1, LABEL)
    assert [term.key for term in scaled] == ["one"]
    assert total(scaled) == pytest.approx(0.02)
    steep = explained_by_points(points, 0.5, 0.1, LABEL)
    assert {term.key: round(term.amount, 9) for term in steep} == {"margin": 0.3, "one": 0.2}
    (against,) = explained_by_points(differences({"one": share(1, 8)}, {"other": share(1, 10)}), 0.02, 0.1, LABEL)
    assert against.key == "margin"
    assert against.amount == pytest.approx(0.02)


def test_every_turn_ends_somewhere() -> None:
    pool = make("classic", 1).pool
    grid = lattice(pool)
    sums = Kinds([sum(faces) - 5 for faces in grid.falls])
    endings = [float(sum(faces)) for faces in grid.falls]
    for solver in (None, PlainKernel()):
        turn = Turn(grid, endings, 3, solver=solver)
        chances = turn.chances([(sums, 26)] * 2, 1, (6, 6, None, None, None))
        assert sum(map(sum, chances)) == pytest.approx(1)
        mean = sum(chance * (kind + 5) for level in chances for kind, chance in enumerate(level))
        assert mean == pytest.approx(turn.held(1, (6, 6, None, None, None)))
