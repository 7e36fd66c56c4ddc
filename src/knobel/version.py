"""The version of Knobel, and where it is developed."""

__version__ = "1.0.0"

REPOSITORY = ""
"""The address of the repository, still without one; both packages and the citation say what is written here."""
