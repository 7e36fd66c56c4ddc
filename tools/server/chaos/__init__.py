"""Chaos: workers and the database are killed under load, again and again; in the end nothing is lost or doubled."""
