"""What the project's host runs and shows is valid and safe, and its workflows run what runs here."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tools.notes import section

from knobel.version import __version__

ROOT = Path(__file__).parent.parent
HOST = ROOT / ".github"
WORKFLOWS = sorted((HOST / "workflows").glob("*.yml"))
TOOLS = Path(sys.executable).parent
TARGETS = set(re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1].split())  # type: ignore[index]


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = import_module("yaml").safe_load(path.read_text("utf-8"))
    return content


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("dependabot", ".github/dependabot.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("citation-file-format", "CITATION.cff"),
        ("compose-spec", "compose.yaml"),
    ],
)
def test_files_for_the_host_keep_their_schema(schema: str, pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    command: list[str | Path] = [TOOLS / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not checked.returncode, checked.stdout + checked.stderr


def test_workflows_give_nobody_more_rights_than_they_need() -> None:
    command: list[str | Path] = [TOOLS / "zizmor", "--offline", "--no-progress", "--no-online-audits", HOST]
    audited = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not audited.returncode, audited.stdout + audited.stderr


def test_workflows_run_targets_of_the_makefile_and_nothing_else() -> None:
    steps = [step for path in WORKFLOWS for job in read(path)["jobs"].values() for step in job["steps"]]
    commands = [step["run"] for step in steps if "run" in step]
    targets = {
        word for line in commands for word in line.removeprefix("make ").split() if "=" not in word and word[0] != '"'
    }
    assert commands
    assert all(re.fullmatch(r"make [^;&|\n]+", line) for line in commands), commands
    assert targets <= TARGETS
    assert set(read(HOST / "workflows" / "nightly.yml")["jobs"]["nightly"]["strategy"]["matrix"]["target"]) <= TARGETS


def test_a_release_shows_what_make_pages_made() -> None:
    steps = read(HOST / "workflows" / "release.yml")["jobs"]["build"]["steps"]
    [shown] = [step["with"]["path"] for step in steps if "upload-pages-artifact" in step.get("uses", "")]
    assert any(re.search(r"\bpages\b", step.get("run", "")) for step in steps)
    assert f"cp -r build/docs {shown}\n" in (ROOT / "Makefile").read_text("utf-8")


def test_workflows_try_every_python_that_the_packages_support() -> None:
    for package in (ROOT, ROOT / "lab"):
        classifiers = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
        supported = [line.split(" :: ")[-1] for line in classifiers if re.search(r"Python :: 3\.\d+$", line)]
        for job in read(HOST / "workflows" / "test.yml")["jobs"].values():
            assert job["strategy"]["matrix"]["python"] == supported


def test_hooks_and_containers_use_tools_of_the_project() -> None:
    for repository in read(ROOT / ".pre-commit-config.yaml")["repos"]:
        for hook in repository["hooks"]:
            tool, *arguments = hook["entry"].split()
            assert (TOOLS / Path(tool).name).exists() if tool != "make" else set(arguments) <= TARGETS, hook
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    command, *targets = container["postCreateCommand"].split()
    assert command == "make"
    assert set(targets) <= TARGETS


def test_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    changelog = "# Changelog\n\n## 1.1.0 – today\n\n- more\n\n## 1.0.0 – before\n\n### Play\n\n- all\n"
    assert section(changelog, "1.1.0") == "- more\n"
    assert section(changelog, "1.0.0") == "### Play\n\n- all\n"
    assert not section(changelog, "1.0")
    assert not section(changelog, "2.0.0")
    assert section((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
