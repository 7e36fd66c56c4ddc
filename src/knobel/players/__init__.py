"""Players that are programs: functions of game, state and seat that return a move."""
