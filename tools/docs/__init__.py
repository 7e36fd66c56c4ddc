"""Tools that write documents: strategy and strength pages, distributions, plots, the reference."""
