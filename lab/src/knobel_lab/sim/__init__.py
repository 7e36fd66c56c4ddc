"""Batched simulation: many games of any game at once, by random, greedy, perfect or any other policies."""

from knobel_lab.sim.play import Played, Policy, each
from knobel_lab.sim.simulate import record, simulate

__all__ = ["Played", "Policy", "each", "record", "simulate"]
