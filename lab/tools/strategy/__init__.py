"""The strategy pages: measurements of perfect play, written in two languages."""
