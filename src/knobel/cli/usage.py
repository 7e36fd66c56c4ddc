"""Mistakes in a command line, each as one sentence in the language of the user."""

import re

import typer

from knobel.library import games
from knobel.scene.text import Text, text

_SENTENCES = {
    "command": r"No such command '(?P<what>.*?)'(?:\. Did you mean (?P<like>.+)\?|\.)?",
    "option": r"No such option: (?P<what>.*?)(?: \(Possible options: (?P<like>.+)\))?",
    "missing": r"Missing \w+ '(?P<what>.+?)'\..*",
    "no_value": r"Option '(?P<what>.+)' requires an argument\.",
    "integer": r"Invalid value for '(?P<what>.+?)': Input should be a valid integer.*",
    "number": r"Invalid value for '(?P<what>.+?)': Input should be a valid number.*",
    "least": r"Invalid value for '(?P<what>.+?)': Input should be greater than or equal to (?P<least>\S+)",
    "most": r"Invalid value for '(?P<what>.+?)': Input should be less than or equal to (?P<most>\S+)",
    "value": r"Invalid value for '(?P<what>.+?)': (?P<reason>.+?)\.?",
    "extra": r"Got unexpected extra arguments?(?:\(s\))? \((?P<what>.*)\)",
}
"""What Typer says, by the keys of our sentences: the classes of its errors are private."""


def usage_text(error: typer.TyperException) -> Text | str:
    """What is wrong with a command line; in Typer's words if we have none, and empty if it has shown its help."""
    sentence = error.format_message()
    for key, pattern in _SENTENCES.items():
        if match := re.fullmatch(pattern, sentence, re.DOTALL):
            parts = {name: part for name, part in match.groupdict().items() if part}
            if key == "command" and parts["what"] in {spec.key for spec in games()}:
                return text("cli.usage.game", game=parts["what"])
            context = getattr(error, "ctx", None)
            command = context.command_path if context else "knobel"
            return text(f"cli.usage.{key}.like" if "like" in parts else f"cli.usage.{key}", command=command, **parts)
    return sentence
