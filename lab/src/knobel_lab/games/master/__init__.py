"""Master in the laboratory: solving, matches, simulation, observations."""
