"""Kribbeln in the laboratory: solving among equals, matches, simulation, observations."""
