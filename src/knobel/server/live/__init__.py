"""What a running worker does with tables: cache, wake-ups, bots, jobs, and the service over all of them."""
