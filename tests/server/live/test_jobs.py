"""The coach over the server: hints where they are allowed, reviews when the game is over, any position of a record."""

import asyncio
import json
import os
import signal
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from knobel import make
from knobel.app.jobs import best_of, hints_for, warm
from knobel.app.responses import study as study_responses
from knobel.coach import review
from knobel.core.errors import BadRecord, BadSetup
from knobel.games import SPECS
from knobel.games.spec import GameSpec
from knobel.server.http.schema import response_model
from knobel.server.live import pool
from knobel.server.live.pool import Pool, process
from knobel.tables.errors import Busy, Denied, NotAllowed, NotReady
from knobel.tables.keys import new_token
from knobel.testing import random_record
from tests.server.conftest import Start
from tests.server.service import Question, Service
from tests.tables.people import play, roll, sit, two, wish

BestPossible: Any = response_model(study_responses.BestPossible)

pytestmark = pytest.mark.asyncio


async def test_a_hint_is_given_where_the_coach_is_allowed(service: Service) -> None:
    _, anna, _ = await two(service, "hexhex", coach=True)
    assert await service.advice.hints(anna.table, anna.token, Question("de")) == []
    await roll(service, anna)
    (hint,) = await service.advice.hints(anna.table, anna.token, Question("de"))
    assert hint["seat"] == 0
    assert hint["choices"][0]["value"] >= hint["choices"][-1]["value"]
    with pytest.raises(BadSetup):
        await service.advice.hints(anna.table, anna.token, Question("xx"))
    with pytest.raises(Denied):
        await service.advice.hints(anna.table, new_token(), Question("de"))


async def test_without_a_coach_the_review_waits_for_the_end(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    with pytest.raises(NotAllowed):
        await service.advice.hints(anna.table, anna.token, Question("de"))
    with pytest.raises(NotReady):
        await service.advice.review(anna.table, anna.token, Question("de"))
    await play(service, [anna, bert])
    review = await service.advice.review(anna.table, anna.token, Question("en", seat=1))
    (seat,) = review["seats"]
    assert seat["start"] + seat["luck"] + seat["others"] - seat["losses"] == pytest.approx(seat["result"])


async def test_the_best_that_was_possible_is_told_with_its_bound_when_the_game_is_over(service: Service) -> None:
    review(random_record(make("krisskross", 2), 1))
    _, anna, bert = await two(service, "krisskross")
    with pytest.raises(NotReady):
        await service.advice.best(anna.table, anna.token, 0, 1.0, "en")
    await play(service, [anna, bert])
    assert (await service.advice.review(anna.table, anna.token, Question("en")))["hindsight"]
    found = await service.advice.best(anna.table, anna.token, 1, 0.1, "en")
    assert found["reached"] <= found["points"] <= found["bound"]
    assert found["proven"] == (found["points"] == found["bound"])
    assert str(found["bound"]) in found["words"]
    BestPossible.model_validate_json(json.dumps(found))
    with pytest.raises(BadSetup, match="the best possible result of hexhex"):
        best_of(random_record(make("hexhex", 1), 1).text(), 0, 1.0, "en")


async def test_any_position_of_a_record_can_be_studied(service: Service) -> None:
    whole = random_record(make("hexhex", 2), 1).text()
    text = "\n".join(whole.splitlines()[:-3]) + "\n"
    told = await service.advice.study(text, Question("de"), hint=True, review=True)
    assert told["waiting"] == told["scene"]["waiting"]
    assert told["review"]["seats"]
    for bad in ("", "knobel 9", text + "0 write nowhere\n"):
        with pytest.raises(BadRecord):
            await service.advice.study(bad, Question("de"))


async def test_while_somebody_thinks_everybody_else_is_served(start: Start, tmp_path: Path) -> None:
    service = await start(pool=partial(Pool, process, 1))
    _, anna, _ = await two(service, "hexhex", coach=True)
    await service.advice.hints(anna.table, anna.token, Question("de"))
    # Whoever reads a pipe waits until somebody writes to it.
    os.mkfifo(pipe := tmp_path / "pipe")
    thinking = asyncio.create_task(service.jobs.pool.run(Path.read_text, pipe))
    for _ in range(20):
        await service.view(anna.table, anna.token)
    assert not thinking.done()
    await asyncio.to_thread(pipe.write_text, "thought")
    assert await thinking == "thought"


async def test_more_than_can_wait_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_WAITING", 2)
    workers = Pool()
    waiting = [asyncio.create_task(workers.run(time.sleep, 0.05)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="too many"):
        await workers.run(time.sleep, 0)
    await asyncio.gather(*waiting)
    assert await workers.run(max, 1, 2) == 2
    await workers.close()


async def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LONGEST", 0.01)
    workers = Pool()
    thought = threading.Event()
    with pytest.raises(Busy, match="too long"):
        await workers.run(thought.wait)
    thought.set()
    await workers.close()


async def test_workers_that_are_killed_are_replaced() -> None:
    workers = Pool(process, 1)
    os.kill(await workers.run(os.getpid), signal.SIGKILL)
    answer = None
    while answer is None:
        try:
            answer = await workers.run(max, 3, 4)
        except Busy:
            await asyncio.sleep(0.05)
    assert answer == 4
    await workers.close()


async def test_every_game_has_advice(service: Service) -> None:
    for game in [spec.key for spec in SPECS if spec.has("judge") and 2 in spec.seats]:
        _, tickets = await sit(service, wish(game, 2, coach=True), "Anna", "Bert")
        await play(service, tickets, most=1)
        await roll(service, *tickets)
        record = await service.record(tickets[0].table, tickets[0].token)
        assert hints_for(record, None, "en")


async def test_the_coach_is_ready_for_a_game_before_somebody_asks(start: Start) -> None:
    service = await start(pool=partial(Pool, process, 1))
    _, anna, _ = await two(service, "hexhex", coach=True)
    watching = service.follow(anna.table, anna.token)
    await anext(watching)
    assert service.jobs.pool.waiting == 1
    # There is one worker, so this is answered when it is ready.
    assert await service.advice.hints(anna.table, anna.token, Question("de")) == []
    assert service.jobs.pool.waiting == 0
    await watching.aclose()
    again = service.follow(anna.table, anna.token)
    await anext(again)
    assert service.jobs.pool.waiting == 0
    await again.aclose()


async def test_nobody_is_readied_where_the_coach_may_not_be_asked(start: Start) -> None:
    service = await start(pool=partial(Pool, process, 1))
    _, anna, _ = await two(service, "hexhex", coach=False)
    watching = service.follow(anna.table, anna.token)
    await anext(watching)
    assert service.jobs.pool.waiting == 0
    await watching.aclose()


@pytest.mark.parametrize("game", [spec for spec in SPECS if spec.has("judge")], ids=lambda spec: spec.key)
async def test_every_game_can_be_looked_at_before_it_begins(game: GameSpec) -> None:
    warm(game.key, game.seats[0], {})
