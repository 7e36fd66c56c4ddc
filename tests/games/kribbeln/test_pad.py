"""Sums entered without dice: whatever real dice can write is offered, whichever dice these are."""

from itertools import permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import make
from knobel.core.game import step
from knobel.games.kribbeln.rules.arrangement import ANY, face_of, write_square
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.rules.tasks import COLOURS, KINDS, Task, write_tasks
from knobel.games.spec import spec
from tests.games.kribbeln.rules.test_arrangement import latin

laws = settings(max_examples=60, deadline=None)
randoms = st.integers(0, 10**6).map(Random)


def drawn_task(random: Random) -> Task:
    kind = random.choice(KINDS)
    return Task(kind.number, random.choice(list(permutations(range(len(COLOURS)), kind.colours))))


@laws
@given(randoms)
def test_whatever_any_set_of_dice_writes_may_be_entered_as_a_sum(random: Random) -> None:
    square = latin(random)
    tasks = write_tasks((drawn_task(random), *[Task(1, (0,))] * 5))
    numbers = random.choice([tuple(random.choices(range(1, 7), k=6)), tuple(random.choices((1, 2), k=6))])
    faces = tuple(face_of(number, die[number - 1]) for number, die in zip(numbers, square, strict=True))
    for arrangement in (ANY, write_square(square)):
        game = make("kribbeln", 2, tasks=tasks, arrangement=arrangement)
        assert isinstance(game, Kribbeln)
        state, pad = game.start(), spec(game).pad
        value = str(sum(numbers)) if game.met(0, faces) else "X"
        assert value in {one.value for one in pad.values(game, state, 0, "task_1")}
        after = game.play(game.land(state, faces), 0, game.endings(state.sheets[0], 0, faces)[0])
        for event in pad.infer(game, state, 0, "task_1", value, ""):
            state = step(game, state, event)
        assert state.sheets == after.sheets


def test_dice_that_are_not_ours_have_sums_that_ours_do_not_have() -> None:
    """Two low or two high sums: which colours lie beside four 1s or four 6s depends on the dice."""
    tasks = "no 2; 1 red; 2 red; 3 any; 4 any; 0 red"
    offered = {}
    for arrangement in ("", ANY):
        game = make("kribbeln", 2, tasks=tasks, arrangement=arrangement)
        offered[arrangement] = {one.value for one in spec(game).pad.values(game, game.start(), 0, "task_1")}
    assert offered[""] | {"8", "34"} == offered[ANY] != offered[""]
