"""Compact values: tables of low rank, how they are made, kept in files and evaluated."""
