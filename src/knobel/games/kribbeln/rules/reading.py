"""Tasks as people type them: the short notation, and the words that the app itself shows, German or English."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from knobel.core.errors import BadSetup, worded
from knobel.games.kribbeln.rules.tasks import COLOURS, KINDS, WORDS, Task

_SAME = {
    "0": "kein keine keinen keiner keines no none null zero ohne without weder neither",
    "1": "ein eine einen einer eines one a an einmal once",
    "2": "zwei two zweimal twice",
    "3": "drei three dreimal thrice",
    "4": "vier four viermal",
    "colour": "farbe color",
    "colours": "farben colors",
    "&": "und and + ,",
    "& 0": "noch nor",
    "more": "mehr",
    "than": "als",
    "most": "meisten meiste häufigsten",
    "rest": "andere anderen anderer other others übrige übrigen",
    "any": "jede jeder jedes alle aller all every",
    "many": "viele viel",
    "same": "gleich equally",
    "as": "so wie",
    "differ": "verschieden verschiedene unterschiedlich unterschiedliche different differently",
    "": "genau exactly würfel würfeln die dice der das the am von of mal times je jeweils each oft often numbers × *",
}
_SIGNS = {"≠": "!=", "<>": "!=", "≧": ">=", "↔": "!="}
_WORDS = {
    **{word: token for token, words in _SAME.items() for word in words.split()},
    **{name: f"#{index}" for name, index in WORDS.items()},
}
"""What each word stands for; words that change nothing stand for nothing."""
_KEPT = {"any", "colour", "colours", "more", "than", "most", "rest", "many", "same", "as"}
_ENDINGS = ("e", "er", "es", "en", "em", "ene", "ener", "enes", "enen")
"""How German colours may end."""

_TOKEN = re.compile(r"!=|[<>=&+,×*]|\d+|[^\W\d]+|\S")
_TIMES = re.compile(r"(\d)\s*x(?![^\W\d])|(\d)x(?=[^\W\d])")
"""The letter x for the sign ×: after a number only."""

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
        (16, "# > rest|most #|# most|more # than (?:any )?rest(?: colours?)?|# > any(?: rest)?(?: colours?)?"),
    )
)


def read_task(text: str) -> Task:
    """The task with this notation, or in these words; case, spaces and endings do not matter."""
    found = _found(text)
    if found is None:
        notations = "; ".join(kind.notation.format("green", "red", "blue") for kind in KINDS)
        raise BadSetup(
            f"{text.strip()[:60]!r} is no task; the colours are {', '.join(COLOURS)}, "
            f"and a task looks like one of: {notations}"
        )
    if len(set(found.colours)) < len(found.colours):
        raise BadSetup(f"task {text.strip()[:60]!r} names a colour twice; name different ones")
    return found


def read_tasks(text: str, count: int | None = None) -> tuple[Task, ...]:
    """The tasks of a text that separates them with semicolons, lines or commas; so many, if that is said.

    An error has words for it: which task it is, and where in the text it begins.
    """
    parts = _parts(text, count)
    tasks = []
    for number, (at, part) in enumerate(parts, 1):
        try:
            tasks.append(read_task(part))
        except BadSetup as error:
            strange = _strange(part)
            key = "twice" if _found(part) else "word" if strange else "task"
            told: dict[str, int | str] = {"n": number, "at": at, "text": part.strip()[:60], "word": strange[:60]}
            raise worded(error, f"game.kribbeln.bad.{key}", **told) from None
    if count is not None and len(tasks) != count:
        message = f"a sheet has {count} tasks, separated by semicolons; these are {len(tasks)}"
        raise worded(BadSetup(message), "game.kribbeln.bad.count", count=count, n=len(tasks))
    return tuple(tasks)


def _plain(text: str) -> str:
    """The text in small composed letters, with one sign for each meaning."""
    plain = unicodedata.normalize("NFC", text).lower()
    for sign, same in _SIGNS.items():
        plain = plain.replace(sign, same)
    return _TIMES.sub(lambda found: f"{found[1] or found[2]} × ", plain)


def _meaning(word: str) -> str | None:
    """What a word stands for; None if nobody knows."""
    if word in _WORDS:
        return _WORDS[word]
    if word in _KEPT or not word[0].isalpha():
        return word
    spelt = word.replace("ue", "ü")
    stems = [spelt, *(spelt.removesuffix(ending) for ending in _ENDINGS if spelt.endswith(ending))]
    return next((f"#{WORDS[stem]}" for stem in stems if stem in WORDS), None)


def _strange(text: str) -> str:
    """The first word that stands for nothing we know; nothing if there is none."""
    return next((word for word in _TOKEN.findall(_plain(text)) if _meaning(word) is None), "")


def _found(text: str) -> Task | None:
    """The task that a text means, if it means one."""
    meanings = [_meaning(word) for word in _TOKEN.findall(_plain(text))]
    if None in meanings:
        return None
    told = " ".join(filter(None, meanings))
    for number, pattern in _PATTERNS:
        if found := pattern.fullmatch(told):
            return Task(number, tuple(int(colour) for colour in found.groups() if colour is not None))
    return None


def _parts(text: str, count: int | None) -> list[tuple[int, str]]:
    """The parts that are tasks, each with the place where it begins."""
    if re.search(r"[;\n]", text):
        return list(_split(text, r"[;\n]"))
    parts = list(_split(text, ","))
    if count is None or not count < len(parts) <= 2 * count:
        return [(0, text)] if _found(text) else parts
    # `1 × green, 0 × red` is one task: as many neighbours are joined as there are parts too many.
    joints = [at for at in range(1, len(parts)) if _found(f"{parts[at - 1][1]},{parts[at][1]}")]
    ways = [
        chosen
        for chosen in combinations(joints, len(parts) - count)
        if all(later - sooner > 1 for sooner, later in pairwise(chosen))
    ]
    return _joined(parts, ways[0]) if len(ways) == 1 else parts


def _split(text: str, sign: str) -> Iterator[tuple[int, str]]:
    """The parts between these signs; empty ones are none, unless there is nothing else."""
    at = 0
    for part in re.split(sign, text) if re.sub(rf"{sign}|\s", "", text) else [""]:
        if part.strip() or not text.strip():
            yield at + len(part) - len(part.lstrip()), part
        at += len(part) + 1


def _joined(parts: Sequence[tuple[int, str]], joints: Sequence[int]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for at, part in enumerate(parts):
        if at in joints:
            found[-1] = (found[-1][0], f"{found[-1][1]},{part[1]}")
        else:
            found.append(part)
    return found
