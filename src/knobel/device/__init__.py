"""Knobel without a server: answers the requests of the HTTP API for tables on the user's own device."""
