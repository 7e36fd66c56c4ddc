"""Knobel: play, score and master a family of German roll-and-write dice games."""

from knobel.core.dice import D6, D10, Die, Source, groups, outcomes, seeded
from knobel.core.entry import Entry, Fix, Undo
from knobel.core.errors import BadDice, BadMove, BadRecord, BadSetup, KnobelError, NotProvided, UnknownGame
from knobel.core.files import load, save
from knobel.core.game import (
    AnyGame,
    Decide,
    Event,
    Fell,
    Game,
    Moved,
    Over,
    Pending,
    Throw,
    check,
    rank,
    read_move,
    replay,
    step,
)
from knobel.core.playout import Player, Step, next_event, play_out, play_record, steps, thrower
from knobel.core.record import Record
from knobel.core.registry import Option
from knobel.games.spec import GameSpec
from knobel.library import find, games, make, register
from knobel.moved import allow_old_names

__all__ = [
    "D6",
    "D10",
    "AnyGame",
    "BadDice",
    "BadMove",
    "BadRecord",
    "BadSetup",
    "Decide",
    "Die",
    "Entry",
    "Event",
    "Fell",
    "Fix",
    "Game",
    "GameSpec",
    "KnobelError",
    "Moved",
    "NotProvided",
    "Option",
    "Over",
    "Pending",
    "Player",
    "Record",
    "Source",
    "Step",
    "Throw",
    "Undo",
    "UnknownGame",
    "check",
    "find",
    "games",
    "groups",
    "load",
    "make",
    "next_event",
    "outcomes",
    "play_out",
    "play_record",
    "rank",
    "read_move",
    "register",
    "replay",
    "save",
    "seeded",
    "step",
    "steps",
    "thrower",
]

allow_old_names()
