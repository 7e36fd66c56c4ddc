"""Chaos: workers, database and connections die, and a guest is rude; in the end nothing is lost or doubled."""
