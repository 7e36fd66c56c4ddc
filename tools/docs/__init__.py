"""Builds the documents as a site."""
