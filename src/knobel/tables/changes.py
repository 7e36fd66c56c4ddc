"""Changes of a view since an earlier state of the table, much smaller than the whole view.

What everybody sees follows from the log alone, so that its changes from one number to another are the same for all, and
written once. What is one's own, or may change without an entry in the log, is sent whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knobel.scene.changes import differences
from knobel.scene.model import compact
from knobel.tables.table import SharedView, Table
from knobel.tables.view import own_json, shared_view


def change_json(
    table: Table, key: str, since: int, online: Sequence[Mapping[str, Any]] = (), watchers: int = 0
) -> bytes | None:
    """The change from the view with the number `since` to the current one, as JSON.

    None if nobody knows any more how the table was shown then.
    """
    cached = table.json_cache.changes
    if since not in cached:
        now = shared_view(table)
        before = next((view for view in (now, *table.json_cache.before) if view.seq == since), None)
        if before is None:
            return None
        changes = ",".join(_changes(table, before, now))
        cached[since] = f'{{"since":{since},"seq":{now.seq},"changes":[{changes}],"own":'.encode()
    return b"%b%b}" % (cached[since], own_json(table, key, online, watchers))


def _changes(table: Table, before: SharedView, now: SharedView) -> Iterator[str]:
    """The changes of the shared part of a view."""
    for name, value in now.facts.items():
        old = before.facts[name]
        if value is not old and value != old:
            yield f'{{"at":["{name}"],"to":{compact(value)}}}'
    yield from _entries(table, before, now)
    yield from _history(before, now)
    yield from differences('"scene"', before.scene, now.scene)


def _entries(table: Table, before: SharedView, now: SharedView) -> Iterator[str]:
    """The changes of the list of entries: new ones at its end, unless something was amended meanwhile."""
    first = len(before.standing)
    if before.amendments != now.amendments:
        pairs = zip(before.standing, now.standing, strict=False)
        first = next((at for at, (old, new) in enumerate(pairs) if old != new), min(first, len(now.standing)))
    added = [f"[{number},{compact(table.line(number, event))}]" for number, event in now.standing[first:]]
    if added or first < len(before.standing):
        yield _splice("entries", first, len(before.standing) - first, added)


def _history(before: SharedView, now: SharedView) -> Iterator[str]:
    """The changes of the explained entries: new ones at the end, and the oldest dropped."""
    if before.history == now.history:
        return
    grown = len(now.standing) - len(before.standing)
    dropped = len(before.history) + grown - len(now.history)
    if before.amendments != now.amendments or dropped not in range(len(before.history) + 1):
        yield f'{{"at":["history"],"to":[{",".join(now.history)}]}}'
        return
    if dropped:
        yield _splice("history", 0, dropped, ())
    left = len(before.history) - dropped
    yield _splice("history", left, 0, now.history[left:])


def _splice(name: str, first: int, drop: int, added: Sequence[str]) -> str:
    return f'{{"at":["{name}"],"first":{first},"drop":{drop},"add":[{",".join(added)}]}}'
