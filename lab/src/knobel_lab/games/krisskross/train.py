"""Training the Kriss Kross player: batches of games, with checkpoints, deterministic for a seed; files of weights."""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, BadTable
from knobel.games.krisskross.solve.features import frame
from knobel.games.krisskross.solve.weights import UNIT, Weights, load_arrays
from knobel.solve.tables import writing
from knobel_lab.games.krisskross import learn as kernel
from knobel_lab.games.krisskross import lookahead_compiled as fast

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
    buffers, notes = fast.make_buffers(rules), kernel.make_notes(lesson.advanced)
    # Zero games: a first call compiles what must be compiled, so that the clock counts learning only.
    kernel.play_and_learn(0, np.uint32(0), lesson.steps(0), course.weights, rules, buffers, notes)
    start = saved = time.perf_counter() - course.seconds
    while course.done < lesson.games:
        batch = min(BATCH, lesson.games - course.done)
        dice = np.random.SeedSequence([lesson.seed, course.done]).generate_state(1)[0]
        steps = lesson.steps(course.done)
        mean = kernel.play_and_learn(batch, dice, steps, course.weights, rules, buffers, notes)
        course.mean += (mean - course.mean) * (FADE if course.done else 1)
        course.done += batch
        course.seconds = time.perf_counter() - start
        if progress:
            progress(course.done, lesson.games, course.seconds, course.mean)
        if time.perf_counter() - saved > keep_seconds:
            facts = {"done": course.done, "seconds": course.seconds, "mean": course.mean}
            save_arrays(part, {**asdict(lesson), **facts, **course.weights._asdict()})
            saved = time.perf_counter()


def _resume(lesson: Lesson, part: Path) -> Course:
    """The checkpoint of an earlier run, if it was the same lesson; else the beginning."""
    weights = first_weights(lesson.advanced)
    try:
        saved = load_arrays(part)
    except BadTable:
        return Course(weights)
    if any(saved.get(name) != value for name, value in asdict(lesson).items()):
        return Course(weights)
    done, seconds, mean = (saved[name].item() for name in ("done", "seconds", "mean"))
    return Course(Weights(saved["windows"], saved["lines"]), done, seconds, mean)


def first_weights(advanced: bool) -> Weights:
    """The initial weights: a grid is worth its points so far."""
    layout = frame(advanced)
    lines = np.zeros(layout.line_shape, np.float32)
    for kind, points in enumerate(layout.points):
        lines[kind][:, layout.patterns] = points
    return Weights(np.zeros(layout.size, np.float32), lines)


def rounded(weights: Weights) -> Weights:
    """The weights quantised as in a file."""
    return Weights(*(_whole(values).astype(np.float32) * np.float32(UNIT) for values in weights))


def _whole(values: NDArray[np.float32]) -> NDArray[np.int16]:
    limits = np.iinfo(np.int16)
    return np.asarray(np.clip(np.rint(values / UNIT), limits.min, limits.max), np.int16)


def save_weights(path: Path, weights: Weights, facts: Mapping[str, Any]) -> None:
    """Store weights, with the parameters of their training; the file is replaced atomically."""
    save_arrays(path, {**facts, "windows": _whole(weights.windows), "lines": _whole(weights.lines)}, small=True)


def save_arrays(path: Path, arrays: Mapping[str, Any], *, small: bool = False) -> None:
    """Write a file of arrays atomically, compressed if `small`."""
    with writing(path) as file:
        (np.savez_compressed if small else np.savez)(file, **arrays)
