"""Write a corpus of the coach's reasons, in classes with counts, and the laws that each of them must keep."""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from knobel.coach.choices import action, face, lying, menu, scene_of
from knobel.coach.judge import ENDGAMES, judge_of, objectives
from knobel.coach.terms import Term, total
from knobel.coach.why import Decision, aims, lead, prospects, reasons, terms
from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Decide, Over, Throw, holds
from knobel.games.spec import LANGUAGES
from knobel.library import games, make
from knobel.scene.text import Text, say

Table = tuple[str, int, Mapping[str, str]]
"""A game, its seats and options."""
SEATS = 3
"""So many numbers of seats are looked at, from the fewest on."""
WELL = 0.75
"""How often the best move is played, so that most positions are such as people reach."""
EXACTLY = 1e-9
"""Terms add up to within this."""
TELLING = 0.1
"""Differences above this fraction of a turn's spread need a reason of substance."""
EXAMPLES = 4
"""How many examples of a class are written."""
BANNED = {"de": (" nie", " 0\u00a0%", "{"), "en": ("never", " 0%", "{")}
"""What no reason for a clear difference says."""


@dataclass(frozen=True)
class Entry:
    """A position with what the coach says of it: of the best choice, and of another one."""

    table: str
    objective: str
    decision: Decision
    best: Any
    other: Any
    action: Text
    aims: tuple[Term, ...]
    terms: tuple[Term, ...]
    words: tuple[Text, ...]
    reasons: tuple[Text, ...]

    @property
    def loss(self) -> float:
        """What the other choice costs."""
        return self.decision.ratings[self.best] - self.decision.ratings[self.other]

    @property
    def kind(self) -> str:
        """The class of the entry: the sentences that are said, without their values."""
        return f"{_keys(self.words)} | {_keys(self.reasons)}"

    def said(self, language: str) -> str:
        """All of it in a language."""
        names = [f"S{seat + 1}" for seat in range(self.decision.game.seats)]
        parts = [say(self.action, language, names), *(say(one, language, names) for one in self.words), "//"]
        return " ".join([*parts, *(say(one, language, names) for one in self.reasons)])


def _keys(words: tuple[Text, ...]) -> str:
    return " + ".join(words_of.key.split(".", 2)[-1] for words_of in words) or "nothing"


def tables(options: Mapping[str, str] | None = None, keys: Sequence[str] = ()) -> list[Table]:
    """Tables of these games, or of all, with few seats and these options."""
    chosen = [spec for spec in games() if not keys or spec.key in keys]
    return [(spec.key, seats, options or {}) for spec in chosen for seats in spec.seats[:SEATS]]


def corpus(positions: int, seed: int, tables: Sequence[Table]) -> Iterator[Entry]:
    """This many positions of games played mostly well, of all tables in turn, by every objective of theirs."""
    sources = [
        entries(make(key, seats, **options), objective, seed + number)
        for number, (key, seats, options) in enumerate(tables)
        for objective in objectives(make(key, seats, **options))
    ]
    return islice((next(source) for source in cycle(sources)), positions)


def entries(game: AnyGame, objective: str, seed: int) -> Iterator[Entry]:
    """Entry after entry of game after game."""
    random = Random(f"{game.key} {game.seats} {objective} {seed}")
    judge = judge_of(game, objective, ENDGAMES)
    while True:
        state, dice = game.start(), seeded(random.randrange(1 << 30))
        while not isinstance(pending := game.pending(state), Over):
            if isinstance(pending, Throw):
                state = game.land(state, dice(tuple(game.pool[at] for at in pending.dice)))
                continue
            assert isinstance(pending, Decide)
            seat = pending.seats[0]
            decision = Decision(judge, game, state, seat)
            entry = _entry(decision, random)
            if entry:
                yield entry
            ratings = decision.ratings
            best = max(ratings, key=lambda move: ratings[move])
            state = game.play(state, seat, best if random.random() < WELL else random.choice(list(ratings)))


def _entry(decision: Decision, random: Random) -> Entry | None:
    """What the coach says in a position; None if there is nothing to choose."""
    choices = menu(decision.game, decision.state, decision.seat, decision.ratings)
    best, *others = choices.moves
    if not others or decision.ratings[best] == decision.ratings[others[-1]]:
        return None
    # Choices near the best are made most often.
    other = random.choice(others[: max(3, len(others) // 3)])
    options = ", ".join(f"{name} {value}" for name, value in decision.game.options.items())
    return Entry(
        " ".join(filter(None, (decision.game.key, str(decision.game.seats), options))),
        decision.judge.objective,
        decision,
        best,
        other,
        action(decision.game, decision.state, decision.seat, best, choices.scene),
        aims(decision, best),
        terms(decision, best, other),
        prospects(decision, best),
        reasons(decision, other, best),
    )


def _terms_add_up(entry: Entry) -> bool:
    return abs(total(entry.terms) - entry.loss) < EXACTLY


def _action_is_named(entry: Entry) -> bool:
    """The action names all dice that are held, or is what the button of the move says."""
    scene = scene_of(entry.decision.game, entry.decision.state)
    positions, said = holds(entry.best), say(entry.action, LANGUAGES[0])
    if positions is None:
        return entry.action in [choice.label for choice in scene.choices if choice.move == str(entry.best)]
    return all(say(face(scene.tray.dice[at]), LANGUAGES[0]) in said for at in positions)


def _is_said(entry: Entry) -> bool:
    return bool(entry.words and entry.reasons)


def _says_nothing_empty(entry: Entry) -> bool:
    """A clear difference is not explained by what never happens."""
    if entry.loss <= TELLING * entry.decision.scale.spread:
        return True
    sentences = [(language, say(one, language)) for one in entry.reasons for language in LANGUAGES]
    return not any(banned in sentence for language, sentence in sentences for banned in BANNED[language])


def _aim_is_largest(entry: Entry) -> bool:
    """An end that is named as the aim adds most of all ends."""
    named = [dict(one.values)["what"] for one in entry.words if one.key.rpartition(".")[2] in AIMING]
    ends = [term for term in entry.aims if not term.effect]
    return all(what == max(ends, key=lambda term: term.amount).label for what in named)


def _praises_no_loss(entry: Entry) -> bool:
    """What the better choice is praised for is worth more with it, what the other one is for is worth less."""
    for sentence in entry.reasons:
        sign = PRAISE.get(sentence.key)
        what = dict(sentence.values).get("what")
        if sign and not any(term.label == what and term.amount * sign > 0 for term in entry.terms):
            return False
    return True


def _the_lead_is_right(entry: Entry) -> bool:
    """Who is told to be ahead has more points to expect than all others, who is behind has fewer."""
    said = {one.key.rpartition(".")[2] for one in (*entry.words, *entry.reasons)}
    ahead, behind = said & {"ahead", "take_safe"}, said & {"behind", "take_risk"}
    return not (ahead or behind) or (lead(entry.decision) > 0) == bool(ahead)


AIMING = ("collect", "go_for", "for_coins", "with_luck")
"""Sentences that name the aim of a turn."""
FOR_BEST = ("better_for", "less_often", "only_so", "yours_ends", "brings_more", "worth_more")
FOR_OTHER = ("worse_for", "more_often", "only_yours", "may_end", "brings_less", "worth_less")
PRAISE = {f"coach.why.{key}": sign for sign, keys in ((1, FOR_BEST), (-1, FOR_OTHER)) for key in keys}
"""Sentences that praise the better choice (1) or the other one (-1) for something."""
LAWS: dict[str, Callable[[Entry], bool]] = {
    "terms add up to the difference": _terms_add_up,
    "the action is named": _action_is_named,
    "there are reasons": _is_said,
    "no empty reason for a clear difference": _says_nothing_empty,
    "the aim is the largest term": _aim_is_largest,
    "nothing is praised that is a loss": _praises_no_loss,
    "who leads is told rightly": _the_lead_is_right,
}
"""What holds of every entry."""


def broken(entry: Entry) -> list[str]:
    """The laws that an entry breaks."""
    return [law for law, holds in LAWS.items() if not holds(entry)]


def main() -> None:
    """Write the classes of a corpus with counts and examples, and the laws that were broken."""
    parser = argparse.ArgumentParser(prog="python -m tools.reasons", description=__doc__)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", default=[], help="only this game; may be given several times")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", type=Path, required=True, help="write the corpus here")
    wish = parser.parse_args()
    options = dict(option.split("=", 1) for option in wish.option)
    counts: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], list[str]] = defaultdict(list)
    faults: Counter[str] = Counter()
    for entry in corpus(wish.positions, wish.seed, tables(options, wish.game)):
        key = entry.decision.game.key, entry.kind
        counts[key] += 1
        wrong = broken(entry)
        faults.update(wrong)
        if len(examples[key]) < EXAMPLES or wrong:
            examples[key].append(_example(entry, wrong))
    lines = [f"{wish.positions} positions, {len(counts)} classes", *(f"BROKEN {law}: {n}" for law, n in faults.items())]
    for (game, kind), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1])):
        lines += ["", f"== {game}: {count} × {kind}", *examples[game, kind]]
    wish.out.write_text("\n".join([*lines, ""]), "utf-8")
    print("\n".join(lines[: 1 + len(faults)]))


def _example(entry: Entry, wrong: list[str]) -> str:
    """A position with what is said of it in both languages, and its terms."""
    scale = entry.decision.scale
    dice = " ".join(die.face or "-" for die in lying(scene_of(entry.decision.game, entry.decision.state)))
    split = ", ".join(f"{term.key} {scale.shown(term.amount):+.2f}" for term in entry.terms[:4])
    head = (
        f"[{entry.table}, {entry.objective}] {dice}; other {entry.other}; loss {scale.shown(entry.loss):.2f}: {split}"
    )
    return "\n".join([head, *(f"   BROKEN {law}" for law in wrong), *(f"   {entry.said(each)}" for each in LANGUAGES)])


if __name__ == "__main__":
    main()
