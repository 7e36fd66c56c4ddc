"""Compiled kernels of a turn."""
