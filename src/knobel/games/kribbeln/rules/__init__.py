"""The rules of Kribbeln."""

from knobel.games.kribbeln.rules.game import appraise, build, build_example, read_face, turn_key

__all__ = ["appraise", "build", "build_example", "read_face", "turn_key"]
