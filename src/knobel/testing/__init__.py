"""Test tools: the laws every game keeps, scripted dice, and random games; `memory` has the application in memory."""

from knobel.testing.games import playthrough, random_record, registered, scripted
from knobel.testing.laws import BrokenLaw, conform

__all__ = ["BrokenLaw", "conform", "playthrough", "random_record", "registered", "scripted"]
