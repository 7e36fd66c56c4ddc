"""The application: one table of routes and one handler for each request, over a few ports; standard library only."""
