"""Batched simulation: many games of any game at once, by random, greedy, perfect or any other players."""

from knobel.sim.play import Policy
from knobel.sim.policies import each
from knobel.sim.results import Played
from knobel.sim.simulate import record, simulate

__all__ = ["Played", "Policy", "each", "record", "simulate"]
