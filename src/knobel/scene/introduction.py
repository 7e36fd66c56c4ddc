"""A game introduced in words: what it is called, what it is like, who can play it, and how it may be varied."""

from typing import Any

from knobel.library import find
from knobel.scene.text import say, text


def introduced(key: str, language: str) -> dict[str, Any]:
    """What lists of games tell of one, in a language."""
    info = find(key)
    return {
        "key": key,
        **{what: say(text(f"game.{key}.{what}"), language) for what in ("title", "tagline", "source")},
        "seats": list(info.seats),
        "options": [
            {
                "key": option.key,
                "help": say(text(f"option.{key}.{option.key}.help"), language),
                "default": option.default,
                "choices": list(option.choices),
            }
            for option in info.options
        ],
    }
