"""Link previews in messengers: Open Graph title, description and picture of a page, added to its head by the server.

A ticket stands behind `#` and never reaches the server, so nothing of it can be in a preview. Of a table a preview
tells which game is played there, and no name.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from html import escape

from knobel.core.errors import KnobelError
from knobel.games.spec import LANGUAGES
from knobel.library import find
from knobel.scene.text import Text, game_text, say, text
from knobel.server.live.service import Service

FOLDER = "previews/"
"""The folder of the pictures, among the files of the web app."""
INVITING = ("join", "watch", "seat")
OF_A_GAME = ("new", "rules")
_TITLE = "<title>Knobel</title>"


@dataclass(frozen=True, slots=True)
class Preview:
    """The link preview of a page."""

    title: Text
    sentence: Text
    game: str | None = None


HOME = Preview(text("preview.home"), text("preview.home.more"))


async def preview_of(path: str, service: Service, admit: Callable[[], None]) -> Preview:
    """The preview of the page at a path; `admit` raises an error if the database may not be asked for a table now."""
    kind, _, name = path.strip("/").partition("/")
    try:
        if kind in OF_A_GAME:
            game = find(name).key
            return Preview(game_text(game, "title"), game_text(game, "tagline"), game)
        if kind not in {*INVITING, "replay"}:
            return HOME
        admit()
        game, public = await service.public_info(name)
    except KnobelError:
        return HOME
    if kind == "replay" and not public:
        return HOME
    key = "replay" if kind == "replay" else "watch" if kind == "watch" else "join"
    title = game_text(game, "title")
    return Preview(text(f"preview.{key}", game=title), text(f"preview.{key}.more", game=title), game)


def language_of(accepted: str) -> str:
    """The first supported language in an `Accept-Language` header; German as the default."""
    languages = (one.split(";")[0].strip()[:2].lower() for one in accepted.split(","))
    return next((one for one in languages if one in LANGUAGES), "de")


def with_preview(page: str, preview: Preview, language: str, address: str, pictures: Collection[str]) -> str:
    """The page with the meta tags of its preview; `address` is that of the server, or empty if that is not known."""
    title, sentence = say(preview.title, language), say(preview.sentence, language)
    picture = next((one for one in (f"{FOLDER}{preview.game}.png", f"{FOLDER}home.png") if one in pictures), None)
    properties = {
        "og:site_name": "Knobel",
        "og:type": "website",
        "og:locale": {"de": "de_DE", "en": "en_GB"}.get(language, language),
        "og:title": title,
        "og:description": sentence,
    }
    if picture:
        properties |= {"og:image": f"{address}/{picture}", "og:image:width": "1200", "og:image:height": "630"}
    names = {"description": sentence, "twitter:card": "summary_large_image" if picture else "summary"}
    head = f"<title>{escape(title)}</title>\n{_tags('property', properties)}{_tags('name', names)}"
    return page.replace(_TITLE, head, 1).replace('<html lang="de">', f'<html lang="{language}">', 1)


def _tags(kind: str, tags: Mapping[str, str]) -> str:
    return "".join(f'    <meta {kind}="{name}" content="{escape(value)}" />\n' for name, value in tags.items())
