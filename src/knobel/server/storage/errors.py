"""Database errors that the operator of the server has to fix."""

from knobel.core.errors import BadSetup


class BadDatabase(BadSetup):
    """A database that cannot be used as it is."""
