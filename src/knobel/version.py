"""The version of Knobel."""

__version__ = "0.1.0"
