"""A game in the terminal: people, bots, and dice of the program or of the people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.markdown import Markdown

from knobel.cli.terminal.corrections import CORRECT, Corrections
from knobel.cli.terminal.keys import BACKSPACE, ENTER, Keyboard, Left
from knobel.cli.terminal.scores import LETTERS, Scores, amid_score
from knobel.cli.terminal.typed_dice import TypedDice
from knobel.cli.terminal.view import View
from knobel.core.dice import Source
from knobel.core.errors import BadDice, NotProvided
from knobel.core.files import save
from knobel.core.game import Decide, Event, Fell, Moved, Over, Throw, holds, read_move
from knobel.core.playout import Player
from knobel.core.record import Record
from knobel.scene import choice_of, look
from knobel.scene.layout import GRID
from knobel.scene.model import Choice, Scene
from knobel.scene.rulebook import face_text, rules
from knobel.scene.text import Text, error_text, text
from knobel.tables.replay_after import Placed, Replay, next_of_seat, put_back

THROW_KEYS = (" ", ENTER, "r")

SCORES = "="
"""The key that switches between entering scores and entering dice."""


HINT, RULES = "*", "/"
"""The keys that show what the coach would do, and the rules of the game."""


COMMANDS = ("q", "u", "?", CORRECT, SCORES, HINT, RULES)
"""The keys that mean the same wherever one is asked for."""


class Undone(Exception):
    """The player undid or corrected something, so the question has changed; the text is a key of the catalogue."""


class Switched(Exception):
    """The player switched between typing scores and typing dice."""


@dataclass(eq=False)
class Session:
    """Plays a record to its end. Without a source of dice, people type in their own."""

    record: Record
    bots: Mapping[int, Player]
    source: Source | None
    view: View
    keyboard: Keyboard
    path: Path | None = None
    story: list[tuple[int, str]] = field(default_factory=list)
    """What happened since a person was last asked, by seat."""
    waiting: tuple[Placed, ...] = ()
    """The events that wait to be put back after a correction."""
    scores: bool = False
    """Whether people enter scores instead of their dice."""
    coach: bool = True
    """Whether hints are given: not where results are compared."""

    def run(self) -> None:
        """Play until the game is over; raises Left if a player quits."""
        while True:
            try:
                match self.record.pending:
                    case Throw(seat, dice):
                        self._throw(seat, dice)
                    case Decide((seat, *_)) if seat in self.bots:
                        move = self.bots[seat](self.record.game, self.record.state, seat)
                        self._enter(seat, Moved(seat, move))
                    case Decide((seat, *_)):
                        self._enter(seat, Moved(seat, self._ask(seat)))
                    case Over():
                        self.view.show(self._scene(), self._others())
                        return
            except Undone as done:
                self.story.clear()
                self.view.hint(text(str(done)))

    def _scene(self) -> Scene:
        return look(self.record.game, self.record.state)

    def _enter(self, seat: int, *events: Event) -> None:
        """Add events to the record, save it, and note the last of them for the others."""
        replay = Replay.at(self.record, len(self.record.standing))
        at = next_of_seat(replay, self.waiting, seat) if self.waiting else None
        label = ""
        for event in events:
            label = self._described(event)
            self.record.append(event)
        self.waiting = self.waiting if at is None else (*self.waiting[:at], *self.waiting[at + 1 :])
        self.story.append((seat, label))
        self._put_back()

    def _put_back(self) -> None:
        """Enter waiting events that fit now, and save the record."""
        replay = Replay.at(self.record, len(self.record.standing))
        back, self.waiting = put_back(replay, self.waiting)
        for event in back:
            self.record.append(event.event)
        if self.path:
            save(self.record, self.path)

    def _others(self, seat: int | None = None) -> list[str]:
        """What the others did, one line for each turn."""
        turns = groupby(self.story, key=lambda event: event[0])
        lines = [(at, " · ".join(words for _, words in turn)) for at, turn in turns]
        return [f"{self.record.names[at]}: {line}" for at, line in lines if at != seat]

    def _described(self, event: Fell | Moved) -> str:
        """An event in words."""
        match event:
            case Fell(faces):
                return self.view.say(text("cli.threw", faces=self.view.faces(self.record.game, faces)))
            case Moved(seat, move):
                return self.view.say(self._move_text(seat, move))

    def _move_text(self, seat: int, move: Any) -> Text:
        """A move in words."""
        scene = self._scene()
        if choice := choice_of(scene, seat, move):
            return choice.label
        held = [scene.tray.dice[at].face or "" for at in holds(move) or ()]
        return text("cli.keeps", faces=self.view.named(held)) if held else text("cli.keeps_none")

    def _throw(self, seat: int, dice: tuple[int, ...]) -> None:
        """Throw the dice; a person starts a turn with a key."""
        while self.source is None:
            try:
                scores = self._scores(seat)
                events = self._type_score(scores) if scores and self.scores else (Fell(self._type_dice(seat, dice)),)
                self._enter(seat, *events)
                return
            except Switched:
                self.scores = not self.scores
            except BadDice as error:
                self.view.hint(error_text(error) or text("cli.no_face", faces=str(error)))
        last = self.record.standing[-1][1] if self.record.standing else None
        again = isinstance(last, Moved) and holds(last.move) is not None
        first = len(dice) == len(self.record.game.pool) and not again
        if first and seat not in self.bots:
            self.view.show(self._scene(), self._others(seat))
            self.view.hint(text("cli.throw"))
            while self._key() not in THROW_KEYS:
                self.view.hint(text("cli.throw"))
            self.story.clear()
        self._enter(seat, Fell(self.source([self.record.game.pool[position] for position in dice])))

    def _scores(self, seat: int) -> Scores | None:
        """What a person may enter without dice now; None if nothing."""
        if seat in self.bots:
            return None
        scores = Scores(self.record.game, self.record.state, seat, self.view, self.keyboard)
        return scores if scores.possible else None

    def _type_score(self, scores: Scores) -> tuple[Event, ...]:
        """Ask for a score without its dice."""
        while True:
            self.view.show(self._scene(), self._others(scores.seat))
            scores.list_boxes()
            self._tell_keys("cli.dice_key", "cli.correct_key", "cli.keys")
            if events := scores.ask(self._key()):
                return events
            self.view.hint(text("cli.unknown_key"))

    def _tell_keys(self, *keys: str) -> None:
        self.view.keys(" · ".join(self.view.say(text(key)) for key in keys))

    def _type_dice(self, seat: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Ask for the faces of a person's own dice."""
        typing = TypedDice(self.record.game, dice, self.view, self._key)
        self.view.show(self._scene(), self._others(seat))
        typing.prompt()
        self._tell_keys(
            *["cli.scores_key"] * (self._scores(seat) is not None), "cli.typed_keys", "cli.correct_key", "cli.keys"
        )
        return typing.ask()

    def _ask(self, seat: int) -> Any:
        """Ask a person for a move."""
        scene = self._scene()
        choices = [choice for choice in scene.choices if choice.seat == seat]
        pairs = {
            "".join(choice.cells): choice
            for choice in choices
            if len(choice.cells) == 2 and len(scene.tray.dice) == 2 and all(map(GRID.fullmatch, choice.cells))
        }
        if pairs:
            return self._ask_cells(seat, scene, pairs)
        return self._ask_keys(seat, scene, self._letters(choices))

    def _letters(self, choices: Sequence[Choice]) -> dict[str, Choice]:
        """A letter for each choice: the same throughout the game, if there are enough letters."""
        moves = [str(move) for move in self.record.game.alphabet if holds(move) is None]
        if len(moves) > len(LETTERS) or any(choice.move not in moves for choice in choices):
            return dict(zip(LETTERS, choices, strict=False))
        return {LETTERS[moves.index(choice.move)]: choice for choice in choices}

    def _ask_keys(self, seat: int, scene: Scene, keys: Mapping[str, Choice]) -> Any:
        """Ask for a move by keys: numbers hold dice, a key throws, letters choose."""
        game = self.record.game
        held: set[int] = set()
        doubted = ""
        self._show(scene, held, keys)
        while True:
            key = self._key(scene, keys.values())
            if key in keys:
                better = self._better(keys[key], keys.values())
                if better is None or key == doubted:
                    return read_move(game, keys[key].move)
                doubted = key
                words = {"choice": keys[key].label, "better": better.label}
                self.view.hint(text("cli.sure", **words))
            elif key.isdigit() and 1 <= int(key) <= len(game.pool) and scene.tray.keep:
                held ^= {int(key)}
                self._show(scene, held, keys)
            elif key == ENTER and self.source is None:
                # Whoever has typed dice likes to press Enter; that must not throw them all again.
                self.view.hint(text("cli.enter"))
            elif key in THROW_KEYS and scene.tray.keep:
                positions = tuple(sorted(position - 1 for position in held))
                again = [move for move in game.moves(self.record.state, seat) if holds(move) == positions]
                if again:
                    return again[0]
                self.view.hint(text("cli.all_held"))
            else:
                useless = "cli.no_throw" if key in THROW_KEYS else "cli.no_hold" if key.isdigit() else "cli.unknown_key"
                self.view.hint(text(useless))

    def _show(self, scene: Scene, held: set[int], keys: Mapping[str, Choice]) -> None:
        """Show the table with the keys that can be pressed."""
        self.view.show(scene, self._others(scene.seats[0]), held, keys)
        hold, advice = ["cli.hold"] * (scene.tray.keep is not None), ["cli.hint_key"] * self.coach
        self._tell_keys(*hold, "cli.pick", *advice, "cli.keys")

    def _better(self, choice: Choice, others: Any) -> Choice | None:
        """The best choice, if this one is worth nothing and another is worth something."""
        best: Choice = max(others, key=lambda other: other.worth or 0)
        return best if choice.worth == 0 and choice.reason and best.worth else None

    def _ask_cells(self, seat: int, scene: Scene, pairs: Mapping[str, Choice]) -> Any:
        """Ask for two cells by their names."""
        pool = self.record.game.pool
        first, second = (face_text(die, shown.face or "") for die, shown in zip(pool, scene.tray.dice, strict=True))
        columns, rows = ({sign for name in pairs for sign in name[at::2]} for at in (0, 1))
        self.view.show(scene, self._others(seat))
        self.view.hint(text("cli.cells", seat=seat, one=first, other=second))
        self._tell_keys(*["cli.hint_key"] * self.coach, "cli.keys")
        typed = ""
        while True:
            key = self._key(scene, pairs.values())
            if key == BACKSPACE:
                typed = typed[:-1]
            elif key in (columns, rows)[len(typed) % 2]:
                typed += key
            elif key not in THROW_KEYS:
                self.view.hint(text("cli.unknown_key"))
            self.view.typed(typed)
            if len(typed) == 4:
                if typed in pairs:
                    return read_move(self.record.game, pairs[typed].move)
                self.view.hint(text("cli.no_cells", cells=typed))
                typed = ""

    def _key(self, scene: Scene | None = None, choices: Any = ()) -> str:
        """The next key that is not a command."""
        while True:
            key = self.keyboard.key()
            if key in COMMANDS:
                self.view.end_line()
            if key == "q":
                raise Left
            if key == "u":
                self._undo()
            elif key == CORRECT and self.source is None:
                self._correct()
            elif key == SCORES and self.source is None and self._at_throw_of_scores():
                raise Switched
            elif key == "?":
                self.view.help(scene or self._scene(), choices)
            elif key == HINT:
                self._hint()
            elif key == RULES:
                self.view.console.print(Markdown(rules(self.record.game.key, self.view.language)))
            else:
                return key

    def _at_throw_of_scores(self) -> bool:
        """Whether a person is about to throw who may enter a score instead."""
        pending = self.record.pending
        return isinstance(pending, Throw) and self._scores(pending.seat) is not None

    def _undo(self) -> None:
        """Undo entries until a person is asked again, and raise Undone; a score is undone as a whole."""
        standing = self.record.standing
        states = self.record.states
        for back in range(1, len(standing) + 1):
            if amid_score([event for _, event in standing[:-back]]):
                continue
            match self.record.game.pending(states[-1 - back]):
                case Decide((seat, *_)) if seat not in self.bots:
                    break
                case Throw() if self.source is None:
                    break
        else:
            self.view.hint(text("cli.no_undo"))
            return
        for _ in range(back):
            self.record.undo()
        if self.path:
            save(self.record, self.path)
        raise Undone("cli.undone")

    def _hint(self) -> None:
        """Show the best choice of whoever decides now, with its reason."""
        pending = self.record.pending
        if not (self.coach and isinstance(pending, Decide)):
            self.view.hint(text("cli.throw_first" if self.coach else "cli.no_coach"))
            return
        # What hints need takes a while to load.
        from knobel.cli.terminal.lesson import Lesson
        from knobel.coach import hints

        try:
            for advice in hints(self.record, pending.seats[0]):
                Lesson(self.view.console, advice, self.view.language).hint(advice)
        except NotProvided as error:
            self.view.hint(error_text(error) or text("cli.no_coach"))

    def _correct(self) -> None:
        """Ask what to correct, correct it, and raise Undone."""
        asking = Corrections(self.record, self.view, self.keyboard, self._type_dice)
        correction = asking.ask(self.waiting)
        if correction is None:
            return
        self.waiting = correction.rest
        for entry, _ in correction.entries:
            self.record.append(entry)
        self._put_back()
        raise Undone("cli.corrected")
