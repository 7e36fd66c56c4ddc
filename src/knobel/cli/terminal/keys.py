"""Keyboard input: single keys of a terminal, or lines of a pipe."""

import os
import sys
from typing import Protocol

if sys.platform == "win32":
    import typer
else:
    import termios
    import tty

ENTER = "\n"
BACKSPACE = "\b"


class Left(Exception):
    """The player has left: the input ended, or was interrupted."""


class Keyboard(Protocol):
    """A source of keys."""

    single: bool
    """Whether somebody presses them one by one."""

    def key(self) -> str:
        """The next key; raises Left when there is none."""


class TerminalKeys:
    """Keys of a terminal, buffered, since one read may return several."""

    single = True

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def key(self) -> str:
        """The next key; raises Left when there is none."""
        if not self._waiting:
            try:
                pressed = _pressed()
            except (EOFError, KeyboardInterrupt) as left:
                raise Left from left
            self._waiting = [pressed] if pressed.startswith("\x1b") else list(pressed)
        key = self._waiting.pop(0)
        if key in ("\x03", "\x04"):
            raise Left
        if key in ("\r", "\n"):
            return ENTER
        return BACKSPACE if key in ("\x7f", "\b") else key


def _pressed() -> str:
    """What is typed in the terminal next, or was typed before it was asked for."""
    if sys.platform == "win32":
        return str(typer.getchar())
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        # The default, like `typer.getchar`, throws away what was typed before.
        tty.setraw(terminal, termios.TCSADRAIN)
        read = os.read(terminal, 32)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
    if not read:
        raise EOFError
    return read.decode(sys.stdin.encoding, "replace")


class PipedKeys:
    """The characters of lines from a pipe; an empty line is Enter."""

    single = False

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def key(self) -> str:
        """The next key; raises Left when there is none."""
        while not self._waiting:
            line = sys.stdin.readline()
            if not line:
                raise Left
            self._waiting = list(line.rstrip("\n")) or [ENTER]
        return self._waiting.pop(0)


def keyboard() -> Keyboard:
    """The keys of the terminal, or of a pipe if there is none."""
    return TerminalKeys() if sys.stdin.isatty() and sys.stdout.isatty() else PipedKeys()
