"""The games of Knobel. A new one needs a room with a `SPEC` and its name in this list."""

from knobel.games import kribbeln, master
from knobel.games.classic.rules import rules
from knobel.games.extreme.rules import rules
from knobel.games.hexhex.rules import rules
from knobel.games.krisskross.rules import rules

SPECS = tuple(room.SPEC for room in (kribbeln, rules, rules, master, rules, rules))
