"""Writes what is new in this version, from the changelogs, for `make notes`; a release shows it."""

import re
import sys
from pathlib import Path

from knobel.version import __version__

ROOT = Path(__file__).parent.parent
OUT = ROOT / "build" / "notes.md"
CHANGELOGS = {"": ROOT / "CHANGELOG.md", "## The laboratory\n\n": ROOT / "lab" / "CHANGELOG.md"}


def section(changelog: str, version: str) -> str:
    """The part of a changelog about a version, without its heading; empty if there is none."""
    part = re.search(rf"^## {re.escape(version)}(?![\w.])[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return part[1].strip() + "\n" if part else ""


def main() -> None:
    """Write the notes; with a tag as argument, only if it is the tag of this version."""
    tag = sys.argv[1] if len(sys.argv) > 1 else ""
    if tag and tag != f"v{__version__}":
        sys.exit(f"{tag} is not the tag of this version, v{__version__}: change src/knobel/version.py or the tag")
    sections = {heading: section(path.read_text("utf-8"), __version__) for heading, path in CHANGELOGS.items()}
    if not sections[""]:
        sys.exit(f"CHANGELOG.md has no section {__version__}")
    if tag and any(f"## {__version__} – unreleased" in path.read_text("utf-8") for path in CHANGELOGS.values()):
        sys.exit(
            f"a changelog calls {__version__} unreleased: write the day there, and in CITATION.cff as date-released"
        )
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text("\n".join(heading + text for heading, text in sections.items() if text), "utf-8")
    print(OUT.relative_to(ROOT))


if __name__ == "__main__":
    main()
