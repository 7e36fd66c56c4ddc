"""The kind of values the judge of Hex-hex has: for two seats, those of the solved game."""


def approximation(seats: int, objective: str) -> str:
    """The kind of values where they are not exact."""
    return "chances" if objective == "win" and seats > 2 else "compact"
