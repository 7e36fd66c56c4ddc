"""Catalogues: the same keys and values in every language, and everything the program says is in them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import knobel
from knobel import BadSetup, KnobelError, Record, games
from knobel.games.spec import LANGUAGES
from knobel.scene.text import catalogue, error_text, say, text

SOURCE = Path(knobel.__file__).parent


def fields(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name}


def test_all_languages_have_the_same_keys_in_the_same_order() -> None:
    keys = [list(catalogue(language)) for language in LANGUAGES]
    assert keys[0] == keys[1]


def test_a_text_uses_the_same_values_in_all_languages() -> None:
    first, *others = (catalogue(language) for language in LANGUAGES)
    wrong = [key for key in first for other in others if fields(first[key]) != fields(other[key])]
    assert not wrong
    assert not [key for words in (first, *others) for key in words if not words[key].strip()]


@pytest.mark.parametrize("key", sorted(key for key in catalogue("de") if key.endswith(".one")))
def test_a_singular_belongs_to_a_plural_that_counts(key: str) -> None:
    plural = key.removesuffix(".one")
    assert all("n" in fields(catalogue(language)[plural]) for language in LANGUAGES)


@cache
def sources() -> tuple[ast.Module, ...]:
    """All of the source."""
    return tuple(ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py"))


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    """All calls in the source of what has a plain name."""
    return tuple(
        (node.func.id, node)
        for tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )


def patterns(node: ast.AST) -> Iterator[str]:
    """The texts a piece of source may stand for, as regular expressions; what is filled in may be anything."""
    if isinstance(node, ast.JoinedStr):
        pieces = (re.escape(str(piece.value)) if isinstance(piece, ast.Constant) else ".+" for piece in node.values)
        yield "".join(pieces)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    joined = isinstance(node, ast.JoinedStr)
    filled = [part for part in ast.iter_child_nodes(node) if not (joined and isinstance(part, ast.Constant))]
    for part in filled:
        yield from patterns(part)


def spoken() -> Iterator[str]:
    """The keys of all texts made anywhere in the source; those of games without the name of their game."""
    at = {"text": 0, "own_text": 0, "game_text": 1, "task_text": -1, "text_error": 1}
    for name, call in calls():
        if name in at:
            yield from (pattern for pattern in patterns(call.args[at[name]]) if r"\." in pattern)


def bare(key: str) -> str:
    """A key without the name of its game."""
    return re.sub(r"^game\.\w+\.", "", key)


def test_every_text_made_in_the_source_is_in_the_catalogue() -> None:
    keys = {*catalogue("de"), *map(bare, catalogue("de"))}
    for pattern in map(re.compile, set(spoken())):
        assert any(pattern.match(key) for key in keys), f"no catalogue has {pattern.pattern}"


def test_every_text_of_the_catalogue_is_said_somewhere() -> None:
    everywhere = {pattern for tree in sources() for pattern in patterns(tree)} - {".+"}
    made = [re.compile(pattern) for pattern in everywhere if ".+" in pattern]
    for key in catalogue("de"):
        plain = bare(key).removesuffix(".one")
        said = re.escape(plain) in everywhere or any(pattern.fullmatch(plain) for pattern in made)
        assert said, f"nothing says {key}"


@pytest.mark.parametrize("key", [info.key for info in games()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_and_option_has_its_texts(key: str, language: str) -> None:
    texts = catalogue(language)
    wanted = [f"game.{key}.title", f"game.{key}.tagline", f"game.{key}.source"]
    for option in next(info for info in games() if info.key == key).options:
        wanted += [f"game.{key}.option.{option.key}", f"game.{key}.option.{option.key}.help"]
    assert not [name for name in wanted if name not in texts]


def test_other_peoples_marks_stand_only_in_the_sentence_that_says_whose_rules_they_are() -> None:
    for language in LANGUAGES:
        for key, words in catalogue(language).items():
            if "Kniffel" in words or "Bibi" in words:
                assert key.endswith(".source"), key


def test_a_seat_is_said_by_name_or_by_number() -> None:
    assert say(text("prompt.throw", seat=1), "de", ("Anna", "Ben")) == "Ben: würfeln"
    assert say(text("prompt.throw", seat=1), "en") == "Seat 2: throw"


def test_one_is_said_in_the_singular() -> None:
    assert say(text("game.master.effect.stars", n=1), "de") == "1 Stern"
    assert say(text("game.master.effect.stars", n=2), "de") == "2 Sterne"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadSetup, match="unknown language 'fr'; use one of de, en"):
        catalogue("fr")


HEAD = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n"
WRONG = [
    "knobel 1\ngame whist\n\n",
    "knobel 1\ngame classic\nseat 1 Anna\ndice own\n\n",
    "knobel 1\ngame classic\nseat 0 Anna\noption strict maybe\ndice own\n\n",
    "knobel 1\ngame classic\nseat 0 Anna\noption wings yes\ndice own\n\n",
    "knobel 1\ngame classic\nseat 0 Anna\ndice loaded\n\n",
    "knobel 1\ngame classic\nmood fine\n\n",
    "knobel 1\ngame classic\n\n",
    HEAD.replace("Anna", "A" * 41),
    HEAD + "- 1 2 3 4 8\n",
    HEAD + "- 1 2 3 4\n",
    HEAD + "0 write ones\n",
    HEAD + "- 1 2 3 4 5\n- 1\n",
    HEAD + "- 1 2 3 4 5\n0 fly\n",
    HEAD + "- 1 2 3 4 5\n1 write ones\n",
    HEAD + "- 1 2 3 4 5\n0 write ones\n- 1 2 3 4 5\n0 write ones\n",
    HEAD + "hello\n",
    HEAD + "undo 1\n",
    HEAD + "- 1 2 3 4 5\nfix 1\n",
    HEAD + "- 1 2 3 4 5\n0 keep 1\n- 1 1 1 1\nundo 1\n",
]


@pytest.mark.parametrize("record", WRONG)
def test_what_is_wrong_with_a_record_is_told_in_every_language_and_in_english_as_programs_read_it(record: str) -> None:
    with pytest.raises(KnobelError) as caught:
        Record.read(record)
    words = error_text(caught.value)
    assert words
    assert say(words, "en") == str(caught.value)
    assert not re.search(r"\b(the|there|now|cannot|must|dice of)\b", say(words, "de"))


def test_every_note_of_an_error_is_in_the_catalogue() -> None:
    notes = [call for name, call in calls() if name == "with_technical_text"]
    assert notes
    made = {pattern for call in notes for pattern in patterns(call.args[1])}
    known = {key.removeprefix("wrong.").removesuffix(".one") for key in catalogue("de") if key.startswith("wrong.")}
    assert made - {"key"} <= known
