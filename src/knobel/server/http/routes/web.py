"""The web app, at every path that is nothing else."""

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from knobel.server.http.site import Site

router = APIRouter(include_in_schema=False)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(request: Request, path: str) -> Response:
    """A file of the web app, or its page."""
    site: Site = request.app.state.site
    answer = None if path == "api" or path.startswith("api/") else site.answer(request, path)
    if answer is None:
        raise HTTPException(404)
    return answer
