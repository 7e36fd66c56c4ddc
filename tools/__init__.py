"""Maintenance tools of the project: releases, generated documents, screenshots, and tests of the server under load."""
