"""The family of games whose sheet is a list of boxes: a member brings a card, words and data; the rest is here."""
