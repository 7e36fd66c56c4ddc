"""Commit messages that people can read: short subjects in the imperative."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SINCE = "Move the laboratory into a package of its own"
"""The subject of the last commit that is not checked: older ones followed another habit."""
LONGEST = 72
NOT_IMPERATIVE = re.compile(r"(?:the|a|an|this|these|every|each|tests?|\w+(?:ed|ing))\b", re.IGNORECASE)
"""How descriptions of a state begin; "tests: …" names the area and is fine."""


def problems(subject: str) -> list[str]:
    """What is wrong with a subject."""
    area, colon, rest = subject.partition(": ")
    said = rest if colon and re.fullmatch(r"[a-z][\w/., -]*", area) else subject
    return [
        problem
        for problem, wrong in {
            f"longer than {LONGEST} characters": len(subject) > LONGEST,
            "ends with a full stop": subject.endswith("."),
            "does not begin with a verb in the imperative": bool(NOT_IMPERATIVE.match(said)),
        }.items()
        if wrong
    ]


def test_new_commits_have_short_subjects_in_the_imperative() -> None:
    log = subprocess.run(
        # Tests have no settings of Git, where somebody may have said that they trust the owner of this folder.
        ["git", "-c", f"safe.directory={ROOT}", "log", "--no-merges", "--format=%s"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    subjects = log.stdout.splitlines()
    checked = subjects[: subjects.index(SINCE)] if SINCE in subjects else []
    wrong = [f"{subject}: {', '.join(found)}" for subject in checked if (found := problems(subject))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("subject", "right"),
    [
        ("tests: switch language once per axe walk", True),
        ("Move the laboratory into a package of its own", True),
        ("server, docs: answer every request where it arrives", True),
        ("Tests in browsers wait for what a touch does", False),
        ("A refused command does not change the pace of bots", False),
        ("Added a test", False),
        ("Add a test.", False),
        ("Explain at length what could have been said in the body of the message instead", False),
    ],
)
def test_what_counts_as_a_good_subject(subject: str, right: bool) -> None:
    assert (not problems(subject)) == right
