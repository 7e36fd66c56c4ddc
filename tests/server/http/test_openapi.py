"""Everything that OpenAPI allows is tried, and some that it forbids; every answer is one that OpenAPI tells of."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
import pytest_asyncio
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from knobel import make
from knobel.testing import random_record
from tests.patience import PATIENCE
from tests.server.http.conftest import Running

pytestmark = pytest.mark.asyncio
TRUE = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
FEW = settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest_asyncio.fixture
async def table(server: Running) -> tuple[str, str]:
    """A table with a finished game of Hex-hex for one, and the key that opened it."""
    key = secrets.token_urlsafe(32)
    async with server.client(key) as http:
        record = random_record(make("hexhex", 1), 1).text()
        opened = (await http.post("/api/import", json={"record": record})).json()
        await http.post(f"/api/tables/{opened['table']}/join", json={"ticket": opened["invite"]})
    return opened["table"], key


def operations(server: Running) -> Iterator[APIOperation[Any, Any, Any, Any]]:
    """All but the stream, which never ends, and forgetting everything, which would end the test."""
    schema = schemathesis.openapi.from_url(f"{server.home}/api/openapi.json", timeout=PATIENCE)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if not operation.path.endswith("/events") and operation.method != "delete":
            yield operation


async def test_what_openapi_allows_is_answered_as_openapi_says(server: Running, table: tuple[str, str]) -> None:
    name, key = table
    tried = 0
    with requests.Session() as session:
        for operation in operations(server):
            takes = bool(operation.definition.raw.get("parameters") or operation.definition.raw.get("requestBody"))
            # What takes nothing cannot be asked wrongly.
            for mode in GenerationMode if takes else [GenerationMode.POSITIVE]:
                for place in (name, None) if "{table}" in operation.path and mode.is_positive else (None,):
                    strategy = operation.as_strategy(mode, path_parameters={"table": place} if place else None)

                    @FEW
                    @given(case=strategy)
                    def ask(case: Case[Any]) -> None:
                        nonlocal tried
                        headers = {"Authorization": f"Bearer {key}"}
                        case.call_and_validate(server.home, session, headers=headers, checks=TRUE, timeout=PATIENCE)
                        tried += 1

                    ask()
    assert tried > 200
