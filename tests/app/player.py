"""People who send requests to an application."""

import json
from dataclasses import dataclass, field
from typing import Any

from knobel.app.application import App
from knobel.app.dispatch import Response, dispatch
from knobel.tables.keys import new_token


@dataclass(frozen=True)
class Player:
    """Somebody with a key of their own."""

    app: App
    key: str = field(default_factory=new_token)

    async def send(self, method: str, path: str, **body: Any) -> Response:
        """The response to a request."""
        return await dispatch(self.app, method, path, json.dumps(body) if method == "POST" else None, key=self.key)

    async def get(self, path: str) -> Any:
        """The values of a response that is no error."""
        return self._values(await self.send("GET", path))

    async def post(self, path: str, **body: Any) -> Any:
        """The values of a response that is no error."""
        return self._values(await self.send("POST", path, **body))

    async def open(self, game: str, *seats: str, **more: Any) -> str:
        """The name of a new table with these kinds of seats, which one has joined."""
        opened = await self.post("/tables", game=game, seats=[{"kind": kind} for kind in seats], **more)
        await self.post(f"/tables/{opened['table']}/join")
        return str(opened["table"])

    async def move(self, table: str, move: str) -> Any:
        """The view after a move."""
        seq = (await self.get(f"/tables/{table}"))["seq"]
        done = await self.post(f"/tables/{table}/commands", move=move, seen=seq, key=f"k{seq}", view=True)
        return done["view"]

    def _values(self, response: Response) -> Any:
        assert response.status in {200, 201}, response.body
        return json.loads(response.body)
