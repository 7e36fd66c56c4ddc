"""Perfect play of solo Master: positions, the table of turns to come, and the book that answers from it."""
