"""Load tests of the server: streams, commands at a fixed rate, and an audit of the log afterwards."""
