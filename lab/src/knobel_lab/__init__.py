"""The laboratory of Knobel: solvers, training, simulation, tournaments and environments for its games."""
