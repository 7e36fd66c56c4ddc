"""The phases of a course, and how long people wait for answers in each."""

from collections import defaultdict
from statistics import quantiles

CALM, RUDE, STORM = "calm", "rude", "storm"
"""Only people play; a rude guest is there as well; and everything is killed and frozen besides."""


class Phases:
    """The present phase, and every wait in each."""

    def __init__(self) -> None:
        self.now = CALM
        self._answers: defaultdict[str, list[float]] = defaultdict(list)
        self._bots: defaultdict[str, list[float]] = defaultdict(list)

    def answered(self, seconds: float) -> None:
        """Somebody has got an answer after so long, however often it had to be asked for."""
        self._answers[self.now].append(seconds)

    def bot_played(self, seconds: float) -> None:
        """Somebody has waited so long for the turn of a bot."""
        self._bots[self.now].append(seconds)

    def answers(self, phase: str) -> int:
        """How many answers there were."""
        return len(self._answers[phase])

    def p99(self, phase: str) -> float:
        """The seconds within which 99 of 100 answers came."""
        return _share(self._answers[phase], 99)

    def text(self) -> list[str]:
        """A line for each phase there was."""
        lines = []
        for phase, waits in self._answers.items():
            if not waits:
                continue
            line = f"{phase}: {len(waits)} answers, p50 {_share(waits, 50) * 1000:.0f} ms, "
            line += f"p99 {_share(waits, 99) * 1000:.0f} ms, slowest {max(waits) * 1000:.0f} ms"
            if bots := self._bots[phase]:
                line += f"; {len(bots)} turns of bots, slowest {max(bots):.1f} s"
            lines.append(line)
        return lines


def _share(waits: list[float], percent: int) -> float:
    return quantiles(waits, n=100, method="inclusive")[percent - 1] if len(waits) > 1 else sum(waits)
