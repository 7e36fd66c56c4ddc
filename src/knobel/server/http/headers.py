"""Headers that keep a browser safe, on every answer."""

from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
)
"""What a page of ours may load: our own files, and pictures written into them."""
REFUSED = ("camera", "microphone", "geolocation", "payment", "usb", "serial", "bluetooth", "midi", "display-capture")
"""What no page of ours will ever ask for."""
SAFETY = {
    "content-security-policy": "; ".join(CONTENT),
    "permissions-policy": ", ".join(f"{name}=()" for name in REFUSED),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
YEAR = 365 * 24 * 3600


class Headers:
    """Adds headers to every answer; answers of the API are not to be kept unless they say so."""

    def __init__(self, app: ASGIApp, https: bool) -> None:
        self._app = app
        safety = SAFETY | ({"strict-transport-security": f"max-age={YEAR}"} if https else {})
        self._safety = [(name.encode(), value.encode()) for name, value in safety.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, with more headers."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                if not _has(headers, b"cache-control"):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*headers, *self._safety]}
            await send(message)

        await self._app(scope, receive, send_safely if scope["type"] == "http" else send)


def _has(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> bool:
    return any(known.lower() == name for known, _ in headers)
