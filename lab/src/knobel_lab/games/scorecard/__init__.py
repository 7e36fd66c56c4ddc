"""The scorecard family in the laboratory: solving, self-play, matches, simulation, observations."""
