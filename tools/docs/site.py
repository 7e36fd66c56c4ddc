"""Builds the documents as a site in build/docs, for `make docs`: gathers the pages, then runs the generator.

Pages stand where their readers look for them in the repository: beside the game, the laboratory, the web app, and the
rules in the room of each game. On the site all are in one folder; links between them are changed with them.
"""

import re
import subprocess
import sys
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from shutil import copyfile, copytree, rmtree

from knobel.scene.rulebook import rules

ROOT = Path(__file__).parents[2]
CONFIG = "mkdocs.yml"
THEME = "tools/docs/theme"
PAGES = "build/markdown"
SITE = "build/docs"
FRONT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "vulnerabilities.md",
    "lab/README.md": "lab/index.md",
    "lab/CHANGELOG.md": "lab/changelog.md",
    "web/README.md": "web-app.md",
}
"""Pages beside the folders of documents. The site has first pages of its own, so both READMEs only lead to them."""
RULES = re.compile(r"src/knobel/games/(?P<game>\w+)/rules\.(?P<language>\w+)\.md")
RULES_FOLDER = {"en": "rules", "de": "de/regeln"}
ASSETS = {"web/public/icon.svg": "assets/icon.svg"}
CODE = r"^(?P<fence>`{3,}).*?^(?P=fence)$|`[^`\n]+`"
LINK = r'(?P<before>\]\(|\b(?:src|srcset|href)=")(?!https?:|mailto:|#)(?P<path>[^)"#\s]+)'
CODE_OR_LINK = re.compile(f"{CODE}|{LINK}", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r'<picture><source [^>]*srcset="([^"]+)"><img ([^>]*)src="([^"]+)"([^>]*)></picture>')
IMAGES = r'<img \2src="\3#only-light"\4><img \2src="\1#only-dark"\4>'
"""The pictures of a theme follow the switch of the page, not only the system."""


def main() -> None:
    """Build the site; anything that is wrong ends it with an error."""
    build(ROOT)
    print(SITE)


def build(root: Path) -> Path:
    """Build the site below a folder, which needs nothing else; where it is."""
    gather(root / PAGES)
    if root != ROOT:
        copyfile(ROOT / CONFIG, root / CONFIG)
        copytree(ROOT / THEME, root / THEME)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", CONFIG]
    subprocess.run(command, cwd=root, check=True)  # noqa: S603
    return root / SITE


def sources() -> list[str]:
    """The pages of the site, by their paths in the repository."""
    patterns = ("docs/**/*.md", "lab/docs/**/*.md", "src/knobel/games/*/rules.*.md")
    found = (path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern))
    return sorted({*found, *FRONT} - {"README.md", "lab/README.md"})


def place(path: str) -> str:
    """Where a file of the repository is on the site."""
    if path in FRONT or path in ASSETS:
        return {**FRONT, **ASSETS}[path]
    if match := RULES.fullmatch(path):
        return f"{RULES_FOLDER[match['language']]}/{match['game']}.md"
    for folder, on_site in (("docs/", ""), ("lab/docs/", "lab/")):
        if path.startswith(folder):
            return re.sub(r"(^|/)README\.md$", r"\1index.md", on_site + path.removeprefix(folder))
    return f"files/{path}"


def gather(folder: Path) -> None:
    """Write all pages into a folder, with the files that they link to."""
    rmtree(folder, ignore_errors=True)
    pages = sources()
    linked: set[str] = set()
    for page in pages:
        write(folder / place(page), moved(read(page), page, linked).encode())
    for file in sorted({*linked, *ASSETS} - {*pages, *FRONT}):
        write(folder / place(file), (ROOT / file).read_bytes())


def write(path: Path, content: bytes) -> None:
    """Write a file, and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def read(page: str) -> str:
    """The Markdown of a page; examples in rules are worked out, and pages in German say so."""
    match = RULES.fullmatch(page)
    words = rules(match["game"], match["language"]) if match else (ROOT / page).read_text("utf-8")
    german = place(page).startswith("de/") or page.endswith(".de.md")
    return f"---\nlang: de\n---\n\n{words}" if german else words


def moved(words: str, page: str, linked: set[str]) -> str:
    """A page with links as they are on the site; what it links to is added to the linked files."""

    def follow(match: re.Match[str]) -> str:
        if not match["path"]:
            return match[0]
        target = normpath(PurePosixPath(page).parent / match["path"])
        linked.add(target)
        return match["before"] + relpath(place(target), PurePosixPath(place(page)).parent)

    return CODE_OR_LINK.sub(follow, PICTURE.sub(IMAGES, words))


if __name__ == "__main__":
    main()
