"""Database errors that the operator of the server has to fix."""

from knobel.core.errors import BadSetup
from knobel.scene.text import say, text


class BadDatabase(BadSetup):
    """A database that cannot be used as it is; `words` is the message before translation."""

    def __init__(self, key: str, **values: str) -> None:
        self.words = text(key, **values)
        super().__init__(say(self.words, "en"))
