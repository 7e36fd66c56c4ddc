"""The games of Knobel. A new one needs a room with a `SPEC` and its name in this list."""

from knobel.games import classic, extreme, hexhex, kribbeln, krisskross, master

SPECS = tuple(room.SPEC for room in (kribbeln, extreme, krisskross, master, hexhex, classic))
