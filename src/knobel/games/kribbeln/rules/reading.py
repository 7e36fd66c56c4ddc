"""Parsing tasks as people type them: the short notation, and the words that the app shows, German or English."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import combinations, pairwise

from knobel.core.errors import BadSetup, Spot, with_text
from knobel.games.kribbeln.rules.tasks import COLOURS, KINDS, WORDS, Task

_SYNONYMS = {
    "0": "kein keine keinen keiner keines no none null zero ohne without weder neither",
    "1": "ein eine einen einer eines one a an einmal once",
    "2": "zwei two zweimal twice",
    "3": "drei three dreimal thrice",
    "4": "vier four viermal",
    "colour": "farbe color",
    "colours": "farben colors",
    "&": "und oder and or + ,",
    "& 0": "noch nor",
    "more": "mehr öfter",
    "than": "als",
    "most": "meisten meiste häufigsten",
    "rest": "andere anderen anderer other others übrige übrigen",
    "any": "jede jeder jedes alle aller all every",
    "many": "viele viel",
    "same": "gleich equally",
    "as": "so ebenso wie",
    "differ": "verschieden verschiedene unterschiedlich unterschiedliche different differently",
    "": (
        "genau exactly würfel würfeln die dice der das the am von of mal times je jeweils each oft often numbers "
        "ist sind is are kommt kommen vor × *"
    ),
}
_SIGNS = {"≠": "!=", "<>": "!=", "↔": "!="}
_WORDS = {
    **_SIGNS,
    **{word: token for token, words in _SYNONYMS.items() for word in words.split()},
    **{name: f"#{index}" for name, index in WORDS.items()},
}
"""The token of each word; words without meaning have an empty one."""
_TOKENS = {"any", "colour", "colours", "more", "than", "most", "rest", "many", "same", "as"}
_ENDINGS = ("e", "er", "es", "en", "em", "ene", "ener", "enes", "enen")
"""Endings of German colours."""

_TOKEN = re.compile(r"!=|<>|[<>=&+,×*]|\d+|[^\W\d]+|\S")
_TIMES = re.compile(r"(\d)\s*x(?![^\W\d])|(\d)x(?=[^\W\d])")
"""The letter x for the sign ×: after a number only."""

_LETTER = re.compile(r".[\u0300-\u036f]*", re.DOTALL)
"""A letter with combining marks."""

OPTION = "tasks"

_COLOUR = r"#(\d)"
_PATTERNS = tuple(
    (number, re.compile(pattern.replace("#", _COLOUR)))
    for number, pattern in (
        (1, "1 #"),
        (2, "2 #"),
        (3, "1 # (?:& )?0 #"),
        (4, "0 # (?:& 0|0|&) #"),
        (5, "0 #"),
        (6, "3 any|1 colour 3"),
        (7, "2 any & 2 any|2 colours 2"),
        (8, "0 (?:colour )?3"),
        (9, "4 any|1 colour 4"),
        (10, "3 (?:differ )?colours"),
        (11, "0 (?:colour )?2"),
        (12, "# > #|more # than #"),
        (13, "# = #|(?:same )?many # & #|as many # as #|# & # same many"),
        (14, "# != # != #|# & # & # (?:any )?differ|differ # & # & #"),
        (15, "# != #|# & # differ|differ # & #"),
        (
            16,
            "# > rest|most #|# most|(?:more #|# more) than (?:any )?rest(?: colours?)?|# > any(?: rest)?(?: colours?)?",
        ),
    )
)


def read_task(text: str) -> Task:
    """Parse a task in its notation or in words; case, spaces and endings do not matter."""
    task = _task_in(text)
    if task is None:
        notations = "; ".join(kind.notation.format("green", "red", "blue") for kind in KINDS)
        raise BadSetup(
            f"{text.strip()[:60]!r} is not a task; the colours are {', '.join(COLOURS)}, "
            f"and a task looks like one of: {notations}"
        )
    if len(set(task.colours)) < len(task.colours):
        raise BadSetup(f"task {text.strip()[:60]!r} names a colour twice; use different colours")
    return task


def read_tasks(text: str, count: int | None = None) -> tuple[Task, ...]:
    """Parse tasks separated by semicolons, lines or commas; exactly `count` of them, if given.

    An error has words for it, and the spot in the text.
    """
    spans = _parts(text, count)
    tasks = []
    for number, (start, end) in enumerate(spans, 1):
        part = text[start:end]
        try:
            tasks.append(read_task(part))
        except BadSetup as error:
            unknown = _unknown_word(part)
            key = "twice" if _task_in(part) else "word" if unknown else "task"
            word = part[slice(*unknown)] if unknown else ""
            with_text(error, f"game.kribbeln.bad.{key}", n=number, text=part[:60], word=word[:60])
            error.spot = Spot(OPTION, text, *((start + at for at in unknown) if unknown else (start, end)))
            raise
    if count is not None and len(tasks) != count:
        message = f"a sheet has {count} tasks, separated by semicolons; these are {len(tasks)}"
        wrong = with_text(BadSetup(message), "game.kribbeln.bad.count", count=count, n=len(tasks))
        # The surplus tasks, or the end, where the missing ones would be.
        wrong.spot = Spot(OPTION, text, spans[count][0] if len(tasks) > count else len(text), len(text))
        raise wrong
    return tuple(tasks)


def _composed(text: str) -> tuple[str, list[int]]:
    """The text in composed lower-case letters, and the index of each of them in the original."""
    letters, places = "", []
    for match in _LETTER.finditer(text):
        letter = unicodedata.normalize("NFC", match[0]).lower()
        letters += letter
        places += [match.start()] * len(letter)
    return _TIMES.sub(lambda times: times[0].replace("x", "×"), letters), [*places, len(text)]


def _meaning(word: str) -> str | None:
    """The token of a word; None if it is unknown."""
    if word in _WORDS:
        return _WORDS[word]
    if word in _TOKENS or not word[0].isalpha():
        return word
    spelt = word.replace("ue", "ü")
    stems = [spelt, *(spelt.removesuffix(ending) for ending in _ENDINGS if spelt.endswith(ending))]
    return next((f"#{WORDS[stem]}" for stem in stems if stem in WORDS), None)


def _unknown_word(text: str) -> tuple[int, int] | None:
    """The span of the first unknown word, if there is one."""
    letters, places = _composed(text)
    for word in _TOKEN.finditer(letters):
        if _meaning(word[0]) is None:
            start = places[word.start()]
            # A letter with more marks than one composed letter can have is marked as a whole.
            return start, next(place for place in places[word.end() :] if place > start)
    return None


def _task_in(text: str) -> Task | None:
    """The task that a text describes, or None."""
    meanings = [_meaning(word) for word in _TOKEN.findall(_composed(text)[0])]
    if None in meanings:
        return None
    notation = " ".join(filter(None, meanings))
    for number, pattern in _PATTERNS:
        if match := pattern.fullmatch(notation):
            return Task(number, tuple(int(colour) for colour in match.groups() if colour is not None))
    return None


Span = tuple[int, int]
"""The start and end of a part of a text."""


def _parts(text: str, count: int | None) -> list[Span]:
    """The spans of the tasks in a text."""
    if re.search(r"[;\n]", text):
        return _split(text, r"[;\n]")
    parts = _split(text, ",")
    if count is None or not count < len(parts) <= 2 * count:
        return [(0, len(text))] if _task_in(text) else parts
    # `1 × green, 0 × red` is one task: neighbouring parts are joined until their number is right.
    joints = [at for at in range(1, len(parts)) if _task_in(text[parts[at - 1][0] : parts[at][1]])]
    ways = [
        chosen
        for chosen in combinations(joints, len(parts) - count)
        if all(later - sooner > 1 for sooner, later in pairwise(chosen))
    ]
    return _joined(parts, ways[0]) if len(ways) == 1 else parts


def _split(text: str, sign: str) -> list[Span]:
    """The spans between separators, without surrounding spaces; empty ones are left out, unless there are no others."""
    spans, at = [], 0
    for part in re.split(sign, text):
        start = at + len(part) - len(part.lstrip())
        if part.strip():
            spans.append((start, start + len(part.strip())))
        at += len(part) + 1
    return spans or [(0, len(text))]


def _joined(parts: Sequence[Span], joints: Sequence[int]) -> list[Span]:
    spans: list[Span] = []
    for at, (start, end) in enumerate(parts):
        if at in joints:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans
