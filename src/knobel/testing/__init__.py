"""What a game needs to be tested: its laws, scripted dice, and random games to try them on."""

from knobel.testing.dice import scripted
from knobel.testing.games import registered
from knobel.testing.laws import BrokenLaw, conform
from knobel.testing.playthrough import playthrough, random_record

__all__ = ["BrokenLaw", "conform", "playthrough", "random_record", "registered", "scripted"]
