"""How long tests wait for what should happen."""

PATIENCE = 300
"""Seconds until something is missed. It only ends what hangs: a busy machine is no reason to fail."""
