"""Participants of a tournament: parsed from texts, checked before the first game, and asked for moves."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Protocol, Self

from knobel.coach.bot import LEVELS, Greedy, bot, level
from knobel.core.errors import BadMove, BadSetup
from knobel.core.game import AnyGame, read_move
from knobel.core.playout import Player
from knobel.core.record import check_name
from knobel_lab.arena.program import START_SECONDS, Failed, Limits, Program

GROUP = "knobel.players"
"""The group of entry points in which installed packages register players."""

PROGRAM = "exec:"
SIMPLE = ("greedy", "random")
LEVEL_KEYS = tuple(one.key for one in LEVELS)


class RandomPlayer:
    """Makes a random allowed move."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        return self._random.choice(list(game.moves(state, seat)))


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by name; it can be pickled, and the player is created in the process that plays."""

    name: str
    definition: str
    """A level, `greedy`, `random`, MODULE:ATTRIBUTE, or `exec:` and a command."""
    folder: Path | None = field(default=None, compare=False)
    """The working folder of programs and modules."""

    @property
    def builtin(self) -> bool:
        """Whether it is one of our own players, which run in the calling process."""
        return ":" not in self.definition

    @property
    def uses_values(self) -> bool:
        """Whether it decides by values of the game: a level does."""
        return self.definition in LEVEL_KEYS

    @property
    def reusable(self) -> bool:
        """Whether one process of it can play several games, one after the other."""
        return not self.definition.startswith(PROGRAM)

    def player(self, game: AnyGame, seed: int) -> Player:
        """Create the player, if it is built in."""
        match self.definition:
            case "random":
                return RandomPlayer(seed)
            case "greedy":
                return Greedy(seed)
            case key:
                return bot(game, level(key), seed)

    def command(self) -> list[str]:
        """The command that starts it, if it is not built in."""
        if self.reusable:
            return [sys.executable, "-m", "knobel_lab.arena.adapter", self.definition]
        return shlex.split(self.definition.removeprefix(PROGRAM))


def read_entrant(text: str, folder: Path | None = None) -> Entrant:
    """Parse an entrant, as `owl`, `mine=exec:python3 bot.py`, `package.module:Bot` or the name of an entry point."""
    name_given, equals, definition = text.partition("=")
    # Text before an equals sign inside a command is no name.
    if not equals or any(mark in name_given for mark in ":/\\"):
        name_given, equals, definition = "", "", text
    definition = definition.strip()
    if definition.startswith(PROGRAM):
        words = _words(definition)
        name = Path(words[-1]).name
        _check_program(words[0], folder)
    elif definition in SIMPLE or definition in LEVEL_KEYS:
        name = definition
    elif ":" in definition:
        _check_attribute(definition)
        name = definition.rpartition(":")[2]
    else:
        name, definition = definition, _entry_point(definition)
    try:
        return Entrant(check_name(name_given.strip() if equals else name), definition, folder)
    except BadSetup as error:
        raise BadSetup(f"{text[:60]!r} needs another name, as NAME={text[:60]}: {error}") from error


def read_entrants(texts: Iterable[str], folder: Path | None = None) -> tuple[Entrant, ...]:
    """Parse entrants, each with a unique name."""
    entrants: dict[str, Entrant] = {}
    for text in texts:
        entrant = read_entrant(text, folder)
        if entrant.name in entrants:
            raise BadSetup(f"two players are called {entrant.name!r}; name one as in other={entrant.definition[:60]}")
        entrants[entrant.name] = entrant
    return tuple(entrants.values())


def _words(definition: str) -> list[str]:
    try:
        words = shlex.split(definition.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadSetup(f"{definition[:60]!r} is not a valid command: {error}") from error
    if not words:
        raise BadSetup("after exec: comes a command, as in 'exec:python3 bot.py'")
    return words


def _check_program(program: str, folder: Path | None) -> None:
    if not shutil.which(str((folder or Path()) / program) if "/" in program else program):
        raise BadSetup(f"there is no program {program[:60]!r} to run")


def _check_attribute(definition: str) -> None:
    module, _, attribute = definition.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), *attribute.split("."))):
        raise BadSetup(
            f"{definition[:60]!r} is not a player; a Python player is MODULE:ATTRIBUTE, a program exec:COMMAND"
        )


def _entry_point(name: str) -> str:
    points = {point.name: point.value for point in metadata.entry_points(group=GROUP)}
    if name not in points:
        names = ", ".join([*LEVEL_KEYS, *SIMPLE, *points])
        raise BadSetup(
            f"unknown player {name[:60]!r}; use one of {names}, "
            "or your own as MODULE:ATTRIBUTE or exec:COMMAND, each also as NAME=…"
        )
    return points[name]


def preflight(entrants: Iterable[Entrant], limits: Limits) -> None:
    """Load each Python player once, in its own process; raises BadSetup with the reason if one does not load."""
    for entrant in entrants:
        if entrant.builtin or not entrant.reusable:
            continue
        try:
            ran = subprocess.run(  # noqa: S603 - to run what the user named is what it is for
                limits.around(entrant.command()),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=entrant.folder,
                timeout=START_SECONDS + limits.move_seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise BadSetup(f"the player {entrant.definition} takes too long to load") from None
        if ran.returncode:
            last = ran.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise BadSetup(
                f"cannot load the player {entrant.definition}: {last[:200] or f'exit code {ran.returncode}'}"
            )


class Participant(Protocol):
    """A player in one game, with the same interface whatever it is."""

    def tell(self, text: str) -> None:
        """Send lines of the record, or of the protocol around it."""

    def move(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move it chooses; raises Failed if it makes no allowed move."""


class LocalParticipant:
    """A built-in player, called in this process."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def tell(self, text: str) -> None:
        """Do nothing: it gets the state with every move."""

    def move(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move it chooses."""
        return self._player(game, state, seat)


class ProgramParticipant:
    """A program that is told events and asked for moves over pipes."""

    def __init__(self, entrant: Entrant, limits: Limits) -> None:
        self.entrant = entrant
        self.program = Program(entrant.command(), limits, entrant.folder)

    def tell(self, text: str) -> None:
        """Send lines."""
        self.program.tell(text)

    def move(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move it chooses."""
        allowed = game.moves(state, seat)
        answer = self.program.ask("\t".join(["move", *map(str, allowed)]) + "\n")
        try:
            move = read_move(game, answer)
        except BadMove as error:
            raise Failed(f"made no move: {error}") from error
        if move not in allowed:
            raise Failed(f"made the move {answer!r}, which was not allowed")
        return move


class ParticipantPool:
    """Starts participants, and reuses processes that can play several games; closing it ends all of them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle: dict[str, list[ProgramParticipant]] = {}
        self._busy: list[ProgramParticipant] = []

    def acquire(self, entrant: Entrant, game: AnyGame, seed: int) -> Participant:
        """A participant for a new game; raises Failed if it cannot be started."""
        if entrant.builtin:
            return LocalParticipant(entrant.player(game, seed))
        idle = self._idle.get(entrant.name)
        participant = idle.pop() if idle else ProgramParticipant(entrant, self._limits)
        self._busy.append(participant)
        return participant

    def release(self, failed: Participant | None = None) -> None:
        """End a game: kill the participant that failed, keep the reusable ones, and stop all others."""
        while self._busy:
            seat = self._busy.pop()
            if seat is failed:
                seat.program.kill()
            elif seat.entrant.reusable:
                self._idle.setdefault(seat.entrant.name, []).append(seat)
            else:
                seat.program.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for seat in [*self._busy, *(seat for idle in self._idle.values() for seat in idle)]:
            seat.program.kill() if error else seat.program.end()
