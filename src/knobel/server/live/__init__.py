"""What a running worker does with tables: caching, wake-ups, bots, jobs, and the service on top."""
