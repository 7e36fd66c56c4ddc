"""Compact values: low-rank tables, and how they are made, stored and evaluated."""
