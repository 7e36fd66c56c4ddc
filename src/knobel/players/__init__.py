"""Players that are programs: anything called with game, state and seat that answers with a move."""
