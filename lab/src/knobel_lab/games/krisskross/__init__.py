"""Kriss Kross in the laboratory: training, proofs, simulation, observations."""
