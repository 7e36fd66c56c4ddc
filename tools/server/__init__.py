"""A cluster to try the server on: PostgreSQL, workers, clients over HTTP, and a log of all that they were told."""
