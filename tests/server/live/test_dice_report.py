"""The report on the dice: a fair server passes, loaded dice are found, and only dice of the server count."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from sqlalchemy import update

from knobel import Die, games, make
from knobel.core.checked import SECRET_BYTES, Checked
from knobel.core.game import Decide
from knobel.games.holding.tray import Keep
from knobel.games.spec import LANGUAGES
from knobel.scene.text import say
from knobel.server.live import dice_report
from knobel.server.live.dice_report import FRESH, LOADED, DiceReports, Report, Totals, count_dice
from knobel.server.live.pool import Pool, process
from knobel.server.storage.schema import LOG
from knobel.server.storage.store import Store
from knobel.tables import play as commands
from knobel.tables.keys import new_token
from knobel.tables.log import LogEntry
from knobel.tables.play import ROLL, Command
from knobel.tables.setup import Setup
from knobel.tables.table import Table
from tests.server.databases import give_back, new_postgres, new_sqlite
from tests.server.service import Service
from tests.tables.people import play, record_of, two
from tests.tables.people import say as send

Log = tuple[Setup, list[LogEntry]]


def setup_of(game: str, secret: bytes | None) -> Setup:
    """A table for two, with sealed dice, or with others of the server."""
    return Setup(
        table="table1",
        game=game,
        seats=2,
        options=dict(make(game, 2).options),
        undo="ask",
        dice="checked" if secret else "random",
        coach=False,
        clock=None,
        secret=secret,
        invite="",
        watch="",
    )


def played(game: str, random: Random) -> Log:
    """The log of a game between a person and a bot who like to throw again; secret and nonces are the seed's."""
    secret, nonce = random.randbytes(SECRET_BYTES), random.randbytes(16).hex()
    setup = setup_of(game, secret)
    table = Table(setup)
    table.add("join", f"{nonce} Anna", 0, 0)
    table.add("bot", f"chick {nonce} Bot", 1, 0)
    while not table.over:
        seat, move = table.waiting[0], None
        if isinstance(table.pending, Decide):
            moves = table.game.moves(table.record.state, seat)
            keeps = [one for one in moves if isinstance(one, Keep)]
            move = random.choice(keeps if keeps and random.random() < 0.7 else moves)
        if table.seats[seat].level:
            commands.play_bot(table, seat, move, table.seq, 0)
        else:
            commands.play(table, [seat], Command(str(move) if move else ROLL, table.seq), 0)
    return setup, table.added


def report_on(logs: Sequence[Log]) -> Report:
    total = Totals()
    for setup, rows in logs:
        total.add(count_dice(setup, rows))
    return total.report()


def load(monkeypatch: pytest.MonkeyPatch, share: float, *, after: bool = False) -> None:
    """Put a little weight into the dice: now and then a low face is thrown once more; or one that comes again."""
    fair = Checked.fall
    random = Random(5)
    shown: dict[int, int] = {}

    def loaded(self: Checked, throw: int, pool: Sequence[Die], cup: Sequence[int]) -> tuple[int, ...]:
        faces = list(fair(self, throw, pool, cup))
        for index, (position, face) in enumerate(zip(cup, faces, strict=True)):
            wrong = shown.get(position) == face if after else face == pool[position].first
            if wrong and random.random() < share:
                faces[index] = random.choice(pool[position].values)
            shown[position] = faces[index]
        return tuple(faces)

    monkeypatch.setattr(Checked, "fall", loaded)


GAMES = [info.key for info in games()]


def test_fair_games_of_all_kinds_look_fair_and_every_die_is_counted() -> None:
    random = Random(1)
    logs = [played(game, random) for game in GAMES for _ in range(4)]
    report = report_on(logs)
    faces = [row.text.split()[1:] for _, rows in logs for row in rows if row.text.startswith("- ")]
    assert (report.tables, report.throws, report.dice) == (4 * len(GAMES), len(faces), sum(map(len, faces)))
    assert report.verdict == "fair"
    assert report.chance
    assert report.chance > 1e-3
    whole = {trial.die: trial for trial in report.trials if trial.split == "all"}
    assert sorted(whole) == ["d10", "d6", "hex", "kribbel", "symbol"]
    for shown in zip(whole["hex"].faces, whole["hex"].counts[0], strict=True):
        assert sum(face == shown[0] for throw in faces for face in throw) == shown[1]


def test_every_split_adds_up_to_the_whole() -> None:
    random = Random(2)
    trials = report_on([played(game, random) for game in ("classic", "extreme", "kribbeln")]).trials
    whole = {trial.die: trial for trial in trials if trial.split == "all"}
    for split in ("game", "position", "cup", "by"):
        parts = [trial for trial in trials if trial.split == split and trial.die == "d6"]
        assert len(parts) > 1
        assert [sum(column) for column in zip(*(part.counts[0] for part in parts), strict=True)] == list(
            whole["d6"].counts[0]
        )
    assert {trial.value for trial in trials if trial.split == "by"} == {"bot", "person"}
    after = next(trial for trial in trials if trial.split == "after" and trial.die == "kribbel")
    assert after.dice == whole["kribbel"].dice - 6
    assert len(after.counts) == 6


@pytest.mark.parametrize("after", [False, True], ids=["one face", "one after another"])
def test_loaded_dice_are_found(monkeypatch: pytest.MonkeyPatch, after: bool) -> None:
    load(monkeypatch, 0.6, after=after)
    random = Random(3)
    report = report_on([played("extreme", random) for _ in range(12)])
    assert report.verdict == "loaded"
    assert report.chance is not None
    assert report.chance < LOADED
    worst = min((trial for trial in report.trials if trial.chance is not None), key=lambda trial: trial.chance or 0)
    assert (worst.split == "after") == after


def test_a_few_dice_say_nothing() -> None:
    assert report_on([]).verdict == "few"
    setup, rows = played("krisskross", Random(4))
    report = report_on([(setup, rows[:6])])
    assert (report.verdict, report.chance) == ("few", None)
    assert 0 < report.dice < 20


@pytest.mark.parametrize("chance", [None, 0.4, 0.005, 1e-4, 1e-9])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_is_told_in_words(chance: float | None, language: str) -> None:
    verdict = dice_report._verdict(chance)
    assert say(dice_report._words(verdict, chance), language)


def test_imported_dice_are_not_counted_and_those_that_follow_are() -> None:
    """Whoever imports a record could have written any dice into it."""
    random = Random(6)
    _, rows = played("hexhex", random)
    entries = [row.text for row in rows if row.kind == "entry"]
    setup = setup_of("hexhex", None)
    table = Table(setup)
    for line in entries[:20]:
        table.add("entry", line, None, 0)
    assert count_dice(setup, table.added) == ({}, 0)
    for seat in range(2):
        table.add("join", f"{'0' * 32} Player {seat + 1}", seat, 0)
    for line in entries[20:]:
        table.add("entry", line, None, 0)
    found, throws = count_dice(setup, table.added)
    later = [line.split()[1:] for line in entries[20:] if line.startswith("- ")]
    assert (found.total(), throws) == (sum(map(len, later)), len(later))


def test_a_throw_that_comes_again_after_an_undo_is_counted_once() -> None:
    setup, rows = played("classic", Random(7))
    table = Table(setup).read(rows[:2])
    for line in ("- 6 5 6 3 5", "0 keep 1 3", "- 3 3 1", "undo 3", "undo 2", "0 keep 1", "- 4 3 3 1"):
        table.add("entry", line, 0, 0)
    found, throws = count_dice(setup, [*rows[:2], *table.added])
    # The second time only the die that was held before is new.
    assert (found.total(), throws) == (5 + 3 + 1, 3)


def test_the_cup_and_the_thrower_are_told_apart() -> None:
    setup, rows = played("classic", Random(8))
    table = Table(setup).read(rows[:2])
    for line in ("- 6 5 6 3 5", "0 keep 1 3", "- 3 3 1", "0 write chance", "- 1 2 3 4 5"):
        table.add("entry", line, 0, 0)
    found, _ = count_dice(setup, [*rows[:2], *table.added])
    told = sorted((cast.cup, cast.by, cast.position, cast.before, cast.face) for cast in found)
    assert told == [
        *(("all", "bot", at, before, at) for at, before in enumerate((5, 2, 5, 2, 0))),
        *(("all", "person", at, -1, face - 1) for at, face in enumerate((6, 5, 6, 3, 5))),
        *(("some", "person", at, before, face - 1) for at, before, face in ((1, 4, 3), (3, 2, 3), (4, 4, 1))),
    ]


@pytest_asyncio.fixture(params=["sqlite", "postgresql"])
async def own(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Service]:
    """A server with a database of its own."""
    if request.param == "sqlite":
        url = new_sqlite(tmp_path)
    else:
        url = await new_postgres(request.getfixturevalue("postgres"))
    service = Service(url)
    await service.start()
    yield service
    await service.close()
    give_back([url])


@pytest.mark.asyncio
async def test_a_server_counts_its_own_dice_and_nobody_elses(own: Service) -> None:
    _, anna, bert = await two(own, "hexhex")
    await play(own, [anna, bert])
    _, carl, _ = await two(own, dice="own")
    await send(own, carl, "- 6 6 6 6 6")
    await own.import_record((await record_of(own, anna)).text(), new_token())
    report = await dice_report.dice_report(own.store)
    fell = [entry for entry in (await record_of(own, anna)).text().splitlines() if entry.startswith("- ")]
    assert (report.tables, report.throws) == (3, len(fell))
    assert report.dice == sum(len(line.split()) - 1 for line in fell)
    assert {trial.die for trial in report.trials} == {"hex"}
    assert report.verdict != "loaded"


@pytest.mark.asyncio
async def test_only_the_newest_tables_are_looked_at_if_that_is_asked(own: Service) -> None:
    for game in ("hexhex", "krisskross", "classic"):
        _, anna, bert = await two(own, game)
        await play(own, [anna, bert], most=6)
    newest = await dice_report.dice_report(own.store, 1)
    assert (newest.tables, {trial.die for trial in newest.trials}) == (1, {"d6"})


@pytest.mark.asyncio
async def test_a_log_that_cannot_be_played_again_is_told_and_stops_nothing(own: Service) -> None:
    _, anna, bert = await two(own)
    await play(own, [anna, bert], most=4)
    broken, carl, dora = await two(own)
    await play(own, [carl, dora], most=4)
    async with own.store.database.writer.begin() as connection:
        where = (LOG.c.table_id == broken.table, LOG.c.kind == "entry")
        await connection.execute(update(LOG).where(*where).values(text="- 7 7 7 7 7"))
    report = await dice_report.dice_report(own.store)
    assert (report.tables, report.unread) == (1, 1)
    assert report.dice


@pytest.mark.asyncio
async def test_the_report_for_all_who_ask_is_made_once_in_ten_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int | None] = []
    begun, go = asyncio.Event(), asyncio.Event()

    async def counted(store: Store, newest: int | None, pool: Pool) -> Report:
        made.append(newest)
        begun.set()
        await go.wait()
        return Totals().report()

    monkeypatch.setattr(dice_report, "dice_report", counted)
    time = [1000]
    reports = DiceReports(Store(new_sqlite(tmp_path)), Pool(), lambda: time[0])
    first = asyncio.create_task(reports.newest())
    await begun.wait()
    first.cancel()
    asking = [asyncio.create_task(reports.newest()) for _ in range(20)]
    await asyncio.sleep(0)
    go.set()
    told = await asyncio.gather(*asking)
    assert all(one is told[0] for one in told)
    assert len(made) == 1
    time[0] += FRESH - 1
    assert await reports.newest() is told[0]
    time[0] += 1
    assert (await reports.newest())["made"] == time[0]
    assert made == [dice_report.NEWEST] * 2
    time[0] += FRESH
    begun.clear()
    go.clear()
    waiting = asyncio.create_task(reports.newest())
    await begun.wait()
    await reports.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting


@pytest.mark.asyncio
async def test_the_work_can_be_done_by_other_processes(tmp_path: Path) -> None:
    service = Service(new_sqlite(tmp_path), pool=partial(Pool, process, 1))
    await service.start()
    _, anna, bert = await two(service)
    await play(service, [anna, bert], most=6)
    told = await service.dice_report()
    assert told["dice"] > 0
    assert json.loads(json.dumps(told))["trials"][0]["die"] == "d6"
    await service.close()


@pytest.mark.asyncio
async def test_the_secret_is_in_no_report(own: Service) -> None:
    opened, anna, bert = await two(own)
    await play(own, [anna, bert], most=6)
    secret = (await own.store.setup(opened.table)).secret
    assert secret
    told = json.dumps(await own.dice_report())
    assert secret.hex() not in told
    assert opened.table not in told
