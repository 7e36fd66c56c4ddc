"""What the web app believes of the API."""

import runpy

from tests.web.conftest import WEB


def test_the_types_of_the_web_app_are_those_that_openapi_tells() -> None:
    tool = runpy.run_path(str(WEB / "tools" / "shapes.py"))
    written = tool["FILE"].read_text("utf-8")
    assert written == tool["shapes"](), "run .venv/bin/python web/tools/shapes.py"
