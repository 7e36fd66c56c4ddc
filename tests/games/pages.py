"""The tables of rules pages, for tests that compare their numbers with the rules."""

from knobel import find


def table_rows(key: str, language: str) -> list[list[str]]:
    """The rows of all tables of a game's rules page, cell by cell."""
    page = find(key).page(language)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
