"""The games of a day: the same dice for everybody, derived from the date, and their results."""

from knobel.today.day import DayGame, day_game, day_of, featured, first_day, games_of, read_day

__all__ = ["DayGame", "day_game", "day_of", "featured", "first_day", "games_of", "read_day"]
