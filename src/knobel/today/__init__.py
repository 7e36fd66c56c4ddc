"""The games of a day: the same dice for everybody, from the date alone, and what became of them."""

from knobel.today.day import DayGame, day_game, day_of, featured, first_day, games_of, read_day

__all__ = ["DayGame", "day_game", "day_of", "featured", "first_day", "games_of", "read_day"]
