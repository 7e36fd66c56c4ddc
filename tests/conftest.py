"""What holds for all tests."""

from hypothesis import HealthCheck, settings

from tests.commands import fork_server, run

__all__ = ["fork_server", "run"]

# A busy machine is no reason to fail: laws are judged by what they find, not by how long it takes.
settings.register_profile("knobel", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("knobel")
