"""Dice that are held and thrown again: the tray, what a roll shows, and how such turns are rated."""
