"""The family of games whose sheet is a list of boxes: a member has a card, texts and data; the rest is here."""
