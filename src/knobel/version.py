"""The version of Knobel."""

__version__ = "1.0.0"
