"""Training the Kriss Kross player: batches of games, with checkpoints, deterministic for a seed."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from knobel.core.errors import BadSetup, BadTable
from knobel.games.krisskross.solve.weights import Weights, load_arrays
from knobel_lab.games.krisskross import learn as kernel
from knobel_lab.games.krisskross import lookahead_compiled as fast
from knobel_lab.games.krisskross.weights import first_weights, save_arrays, save_weights

BATCH = 500
"""How many games are played between two looks at the clock."""

KEEP_SECONDS = 20.0
"""Seconds between checkpoints: about how much work a crash loses."""

LEARNING = (1.0, 0.05)
"""The learning rate in the first and in the last game; it decays exponentially."""

RANDOM = (0.5, 0.02)
"""The share of random placements in the first and in the last game; it decays exponentially."""

FADE = 0.05
"""The weight of a batch in the reported moving average."""

Progress = Callable[[int, int, float, float], None]
"""Called with games done, games in all, seconds spent, and the recent mean points."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The parameters of a training: equal lessons give equal weights."""

    advanced: bool
    games: int
    seed: int = 0

    def steps(self, done: int) -> tuple[float, float]:
        """The learning rate and the share of random placements after `done` games."""
        share = done / self.games
        return LEARNING[0] * (LEARNING[1] / LEARNING[0]) ** share, RANDOM[0] * (RANDOM[1] / RANDOM[0]) ** share


@dataclass(slots=True)
class Course:
    """The progress of a training."""

    weights: Weights
    done: int = 0
    seconds: float = 0.0
    mean: float = 0.0
    """The recent mean points, random placements included."""


def train(lesson: Lesson, out: Path, progress: Progress | None = None, keep_seconds: float = KEEP_SECONDS) -> Course:
    """Train and store the weights in `out`; an interrupted run resumes from its checkpoint `out`.part."""
    if lesson.games < 1:
        raise BadSetup(f"there must be at least one game to learn from, not {lesson.games}")
    part = out.with_name(out.name + ".part")
    course = _resume(lesson, part)
    _study(lesson, course, part, progress, keep_seconds)
    save_weights(out, course.weights, {**asdict(lesson), "seconds": course.seconds})
    part.unlink(missing_ok=True)
    return course


def _study(lesson: Lesson, course: Course, part: Path, progress: Progress | None, keep_seconds: float) -> None:
    """Play until all games are done."""
    rules = fast.rules(lesson.advanced)
    room, notes = fast.make_room(rules), kernel.make_notes(lesson.advanced)
    # Zero games: a first call compiles what must be compiled, so that the clock counts learning only.
    kernel.play_and_learn(0, np.uint32(0), lesson.steps(0), course.weights, rules, room, notes)
    start = kept = time.perf_counter() - course.seconds
    while course.done < lesson.games:
        batch = min(BATCH, lesson.games - course.done)
        dice = np.random.SeedSequence([lesson.seed, course.done]).generate_state(1)[0]
        steps = lesson.steps(course.done)
        mean = kernel.play_and_learn(batch, dice, steps, course.weights, rules, room, notes)
        course.mean += (mean - course.mean) * (FADE if course.done else 1)
        course.done += batch
        course.seconds = time.perf_counter() - start
        if progress:
            progress(course.done, lesson.games, course.seconds, course.mean)
        if time.perf_counter() - kept > keep_seconds:
            facts = {"done": course.done, "seconds": course.seconds, "mean": course.mean}
            save_arrays(part, {**asdict(lesson), **facts, **course.weights._asdict()})
            kept = time.perf_counter()


def _resume(lesson: Lesson, part: Path) -> Course:
    """The checkpoint of an earlier run, if it was the same lesson; else the beginning."""
    weights = first_weights(lesson.advanced)
    try:
        kept = load_arrays(part)
    except BadTable:
        return Course(weights)
    if any(kept.get(name) != value for name, value in asdict(lesson).items()):
        return Course(weights)
    done, seconds, mean = (kept[name].item() for name in ("done", "seconds", "mean"))
    return Course(Weights(kept["windows"], kept["lines"]), done, seconds, mean)
