"""The server under load: streams, commands at a fixed rate, and a look at the log afterwards."""
