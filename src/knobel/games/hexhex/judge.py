"""What the judge of Hex-hex is: for two it has the values of the solved game."""


def approximation(seats: int, objective: str) -> str:
    """What values are where they are not exact."""
    return "chances" if objective == "win" and seats > 2 else "compact"
