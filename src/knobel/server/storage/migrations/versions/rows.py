"""Rows of the log with several entries of an imported record; an earlier Knobel could not read them."""

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Change nothing: what is stored already is read as before."""
