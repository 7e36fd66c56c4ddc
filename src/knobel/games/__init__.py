"""The games. A new one needs a module with an INFO and its name in this list."""

from knobel.games import classic, extreme, hexhex, krisskross
from knobel.games.kribbeln import game as kribbeln
from knobel.games.master import game as master

INFOS = tuple(module.INFO for module in (kribbeln, extreme, krisskross, master, hexhex, classic))
