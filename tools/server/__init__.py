"""A test cluster of the server: PostgreSQL, workers, HTTP clients, and a ledger of all responses."""
