"""A rig to try the server on: a real PostgreSQL, real workers, clients over HTTP, and all that they were told."""
