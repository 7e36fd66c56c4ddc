"""What docs/server.md shows works."""

import re
import subprocess
from pathlib import Path

import pytest

from knobel.app.errors import CODES
from tests.patience import PATIENCE
from tests.server.http.conftest import Running

PAGE = (Path(__file__).parents[3] / "docs" / "server.md").read_text("utf-8")


@pytest.mark.asyncio
async def test_the_commands_of_the_page_play_a_game(server: Running, tmp_path: Path) -> None:
    script = "\n".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    # A reader watches the stream for a moment; here it is read until the row has come, however long that takes.
    patiently = rf"timeout {PATIENCE} \1 | sed '/^event: row/q'"
    script, streams = re.subn(r"^timeout 3 (curl .*) \|\| true$", patiently, script, flags=re.MULTILINE)
    assert streams == 1
    ran = subprocess.run(
        ["/bin/sh", "-ec", script],
        check=False,
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "KNOBEL": server.home},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stderr
    assert '"code": "bad_move"' in ran.stdout
    assert ran.stdout.count('"error"') == 1
    assert "0 write chance" in ran.stdout
    assert "id: 2\nevent: row\n" in ran.stdout


@pytest.mark.asyncio
async def test_every_path_is_on_the_page(server: Running) -> None:
    async with server.client() as http:
        for path in (await http.get("/api/openapi.json")).json()["paths"]:
            assert re.search(rf"`[^`]*{re.escape(path.replace('/api/tables/{table}/', '/'))}`", PAGE), path


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_on_the_page(code: str) -> None:
    assert code in {"no_key", "error"} or f"`{code}`" in PAGE
