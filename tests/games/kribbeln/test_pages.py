"""The numbers that the rules pages of Kribbeln give are those of the rules."""

import pytest

from knobel.games.kribbeln.rules.sheet import STRUCK, row_points
from knobel.games.spec import LANGUAGES
from tests.games.pages import table_rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_earns_what_the_page_says(language: str) -> None:
    scored = [row for row in table_rows("kribbeln", language) if len(row) == 3 and row[2].isdecimal()]
    sums = [int(total) if total.isdecimal() else STRUCK for total, _, _ in scored]
    assert len(scored) == 5
    assert row_points(sums) == tuple(int(points) for _, _, points in scored)
