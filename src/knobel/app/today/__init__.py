"""The games of a day: requests, results, boards and puzzles."""
