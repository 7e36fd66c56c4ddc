"""Chaos test: workers, database and connections are killed, and a client attacks; nothing may be lost or duplicated."""
