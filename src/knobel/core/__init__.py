"""The contract every game keeps, and the record of a game. Imports nothing outside the standard library."""
