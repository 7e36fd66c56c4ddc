"""Generators of documents: strategy and strength pages, distributions, plots, the reference."""
