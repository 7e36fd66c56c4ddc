"""Texts in responses: before translation, or as sentences of a language."""

from typing import Annotated, TypedDict, TypeVar

T = TypeVar("T")


class Text(TypedDict):
    """A sentence or label before translation; `GET /api/texts/{language}` has its template."""

    key: str
    values: "dict[str, int | str | Text]"


IN_SENTENCES = "in sentences"
Sentences = Annotated[T, IN_SENTENCES]
"""A dataclass whose texts are sent in the language of the request, not as `Text`."""
