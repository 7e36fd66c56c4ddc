"""The server: storage of tables in a database, live tables in a running worker, and HTTP."""
