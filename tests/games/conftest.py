import sys


def pytest_runtest_setup() -> None:
    """Empty all caches of the rules, so that every test asks the rules themselves and not what an earlier test asked.

    Mutation runs need it: a cached answer hides both the mutant and which test would have met it.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("knobel.games") and (".rules" in name or ".holding" in name):
            for thing in list(vars(module).values()):
                forget = getattr(thing, "cache_clear", None)
                if callable(forget):
                    forget()
