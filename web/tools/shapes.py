"""Write the types of the HTTP API for the web app, from what OpenAPI says of the server.

Run it from the repository with `.venv/bin/python web/tools/shapes.py` after a shape of the API has changed.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from knobel.server.http.app import create_app
from knobel.server.http.settings import Settings

FILE = Path(__file__).parent.parent / "src" / "api" / "shapes.ts"
HEAD = "/** The shapes of the HTTP API. Written by tools/shapes.py; types.ts has the names the app uses. */\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def shapes() -> str:
    """The text of the file."""
    app = create_app(Settings(database_url="sqlite:///unused.db", thinkers=0))
    schemas: dict[str, Schema] = app.openapi()["components"]["schemas"]
    return HEAD + "".join("\n" + "\n".join(_named(name, schema)) + "\n" for name, schema in sorted(schemas.items()))


def _named(name: str, schema: Schema) -> Iterator[str]:
    """A shape of its own."""
    yield from _comment(schema)
    if not schema.get("properties"):
        yield f"export type {name} = {_type(schema)}"
        return
    yield f"export interface {name} {{"
    required = schema.get("required", ())
    for key, inner in schema["properties"].items():
        # What is said beside a name of a shape is said of the place where that shape was used first.
        if "$ref" not in inner:
            yield from (f"  {line}" for line in _comment(inner))
        yield f"  {key}{'' if key in required else '?'}: {_type(inner)}"
    yield "}"


def _comment(schema: Schema) -> Iterator[str]:
    if said := schema.get("description"):
        yield f"/** {' '.join(said.split())} */"


def _type(schema: Schema) -> str:
    """How TypeScript says it."""
    match schema:
        case {"$ref": name}:
            told = str(name).rpartition("/")[2]
        case {"const": value}:
            told = _literal(value)
        case {"enum": values}:
            told = " | ".join(_literal(value) for value in values)
        case {"anyOf": kinds}:
            # Numbers and strings with different limits are the same to TypeScript.
            told = " | ".join(dict.fromkeys(_type(kind) for kind in kinds))
        case {"prefixItems": kinds}:
            told = f"[{', '.join(_type(kind) for kind in kinds)}]"
        case {"type": "array", "items": items}:
            one = _type(items)
            told = f"({one})[]" if " | " in one and not one.startswith("[") else f"{one}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            told = f"Record<string, {_type(values)}>"
        case {"type": "object", "additionalProperties": False}:
            told = "Record<string, never>"
        case {"type": str(plain)} if plain in PLAIN:
            told = PLAIN[plain]
        case _:
            # OpenAPI leaves it open.
            told = "unknown"
    return told


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    FILE.write_text(shapes(), encoding="utf-8")
