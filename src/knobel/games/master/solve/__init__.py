"""Perfect play of solo Master: positions, the table of expected turns, and the book that looks them up."""
