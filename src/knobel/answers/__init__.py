"""What requests are answered with, in plain values: the same from a server and from a device of its own."""
