"""Routes for operators: health, readiness and metrics."""

from hmac import compare_digest
from ipaddress import ip_address

from fastapi import APIRouter, Request
from starlette.responses import Response

from knobel.app.responses.operations import Well
from knobel.server.http.endpoints import StartedService
from knobel.server.http.metrics import NoMetrics
from knobel.server.http.responses import error_docs, error_response, json_response
from knobel.server.http.schema import answer_type

router = APIRouter(tags=["operations"])
WELL: Well = {"status": "ok"}


@router.get("/healthz", operation_id="healthz", response_model=answer_type(Well), responses=error_docs())
async def healthz() -> Response:
    """Liveness: the process answers."""
    return json_response(WELL)


@router.get("/readyz", operation_id="readyz", response_model=answer_type(Well), responses=error_docs("no_space"))
async def readyz(service: StartedService) -> Response:
    """Readiness: the database can be written to."""
    await service.ready()
    return json_response(WELL)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Prometheus metrics: with the token of the settings, or, if there is none, from this machine only."""
    token = request.app.state.settings.metrics_token.get_secret_value()
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    allowed = compare_digest(sent.encode(), token.encode()) if token else _is_near(request)
    if not allowed:
        return error_response(
            "denied", "figures are for those who run this server; set KNOBEL_METRICS_TOKEN and send it"
        )
    figures = request.app.state.metrics
    if isinstance(figures, NoMetrics):
        return error_response("not_found", 'figures need one more package here; run pip install "knobel[metrics]"')
    return Response(figures.page(), media_type=figures.media_type)


def _is_near(request: Request) -> bool:
    """Whether the request comes from this machine, and not through a proxy."""
    passed_on = {"forwarded", "x-forwarded-for", "x-real-ip", "via"} & set(request.headers.keys())
    try:
        return bool(request.client and ip_address(request.client.host).is_loopback and not passed_on)
    except ValueError:
        return False
