"""Adapters for a page without a server: the application over tables that a browser stores."""
