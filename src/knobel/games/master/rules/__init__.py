"""The rules of Master."""

from knobel.games.master.rules.game import appraise, build, turns_taken

__all__ = ["appraise", "build", "turns_taken"]
