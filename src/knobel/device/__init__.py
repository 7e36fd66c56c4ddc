"""Knobel without a server: tables on a device of one's own, asked by the same requests that a server answers."""
