"""The server: tables in a database, what a running worker does with them, and HTTP."""
