"""The phases of a run, and the response times in each."""

from collections import Counter, defaultdict
from statistics import quantiles

CALM, RUDE, STORM = "calm", "rude", "storm"
"""Only people play; the attacker is active as well; and everything is killed and frozen besides."""


class Phases:
    """The present phase, and the response times of each."""

    def __init__(self) -> None:
        self.now = CALM
        self._answers: defaultdict[str, list[float]] = defaultdict(list)
        self._bots: defaultdict[str, list[float]] = defaultdict(list)
        self._refused: Counter[str] = Counter()

    def answered(self, seconds: float) -> None:
        """Record the time until a response, including retries."""
        self._answers[self.now].append(seconds)

    def refused(self) -> None:
        """Record that somebody was asked to come again later."""
        self._refused[self.now] += 1

    def refusals(self, phase: str) -> int:
        """How often somebody was asked to come again later in a phase."""
        return self._refused[phase]

    def bot_played(self, seconds: float) -> None:
        """Record the time that somebody waited for the turn of a bot."""
        self._bots[self.now].append(seconds)

    def answers(self, phase: str) -> int:
        """The number of responses in a phase."""
        return len(self._answers[phase])

    def p99(self, phase: str) -> float:
        """The 99th percentile of response times in a phase, in seconds."""
        return _share(self._answers[phase], 99)

    def text(self) -> list[str]:
        """The statistics of each phase, as lines of text."""
        lines = []
        for phase, waits in self._answers.items():
            if not waits:
                continue
            line = f"{phase}: {len(waits)} answers, p50 {_share(waits, 50) * 1000:.0f} ms, "
            line += f"p99 {_share(waits, 99) * 1000:.0f} ms, slowest {max(waits) * 1000:.0f} ms"
            if self._refused[phase]:
                line += f", {self._refused[phase]} times asked to come again"
            if bots := self._bots[phase]:
                line += f"; {len(bots)} turns of bots, slowest {max(bots):.1f} s"
            lines.append(line)
        return lines


def _share(waits: list[float], percent: int) -> float:
    return quantiles(waits, n=100, method="inclusive")[percent - 1] if len(waits) > 1 else sum(waits)
