"""What a run writes is what it reports, and it is not made again."""

from pathlib import Path

from knobel.solve.tables import Table
from knobel_lab.solving import solve
from knobel_lab.solving.run import Report


def test_a_table_has_the_values_of_its_report(classic: Table, classic_file: tuple[Path, Report]) -> None:
    report = classic_file[1]
    classic.check_all()
    assert classic.figures.value == report.value == classic.row(classic.values.shape[0] - 1)[0, -1]
    assert classic.values.size == report.positions


def test_a_finished_table_is_not_solved_again(classic_file: tuple[Path, Report]) -> None:
    assert solve("classic", out=classic_file[0]) == classic_file[1]
