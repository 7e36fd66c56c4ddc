"""The games that are simulated in tests: every game, alone and with others, and its variants."""

from lab.tests.envs.tables import SETUPS, Setup

POLICIES = ("random", "greedy")
ALL = [(setup, policy) for setup in SETUPS for policy in POLICIES]


def few(setup: Setup, policy: str) -> int:
    """How many games the plain engine plays in about a second."""
    if policy == "random":
        return 12
    return {"master": 1, "kribbeln": 2, "krisskross": 4}.get(setup.key, 12)
