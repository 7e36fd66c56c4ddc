"""Bodies of API responses as plain values, built in the same way by a server and by a device."""
