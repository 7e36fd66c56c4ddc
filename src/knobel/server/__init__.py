"""Tables that several people play at: a log that never loses a move, seats behind tokens, dice that can be checked."""
