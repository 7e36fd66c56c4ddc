"""What a game needs to be tested: its laws, scripted dice, and random games to try them on."""

from knobel.testing.games import playthrough, random_record, registered, scripted
from knobel.testing.laws import BrokenLaw, conform

__all__ = ["BrokenLaw", "conform", "playthrough", "random_record", "registered", "scripted"]
