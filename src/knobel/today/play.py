"""Playing with dealt dice: bots at the other seats, and the best bot with the same dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from knobel.core.checked import Checked
from knobel.core.dealt import Dealt, bot_seed
from knobel.core.game import AnyGame
from knobel.core.playout import Player, play_record
from knobel.core.record import Record
from knobel.players.bot import LEVELS, Level, bot, level
from knobel.today.day import DayGame


@dataclass(frozen=True)
class DealtBot:
    """A bot whose random choices follow from the dice of a record, so that equal decisions meet equal bots."""

    record: Record
    level: Level

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        dice = Checked.read(self.record.dice)
        assert dice
        return bot(game, self.level, bot_seed(dice, seat, len(self.record.standing)))(game, state, seat)


def rivals(record: Record, levels: Sequence[str]) -> dict[int, Player]:
    """The bots at the seats after the first, by seat."""
    return {seat: DealtBot(record, level(key)) for seat, key in enumerate(levels, 1)}


def played(game: DayGame, player: Level = LEVELS[-1]) -> Record:
    """The game of a day as a bot plays it, by default the best."""
    names = tuple(f"bot {key}" for key in (player.key, *game.rivals))
    record = game.record(names)
    return play_record(record, [DealtBot(record, player), *rivals(record, game.rivals).values()], Dealt(record))
