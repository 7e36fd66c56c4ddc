"""The static edition: the web app with an engine of its own, written as files that any host serves."""
