"""A cluster to try the server on: a real PostgreSQL, real workers, clients over HTTP, and a log of all they were told."""
