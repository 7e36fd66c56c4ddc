from knobel import Event, Fell, Moved, find, make, replay
from knobel.testing import conform

for seats in find("pasch").seats:
    conform(make("pasch", seats))

game = make("pasch")
events: list[Event] = [Fell((2, 5)), Moved(0, "again"), Fell((4, 4)), Moved(0, "stop")]
assert game.scores(replay(game, events)) == (4,)
