"""Settings of the server: from the environment, or from the options of `knobel serve`."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from knobel.core.errors import BadSetup
from knobel.core.files import data_folder
from knobel.scene.text import text_error

PORT = 8000


Rate = Annotated[float, Field(ge=0, le=1e6)]
Burst = Annotated[int, Field(ge=1, le=1_000_000)]


class Settings(BaseSettings):
    """Settings of the server; each is an environment variable: `KNOBEL_` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="KNOBEL_", frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = PORT
    workers: Annotated[int, Field(ge=1, le=256)] = 1
    data: Path = Field(default_factory=data_folder)
    database_url: str = ""
    public_url: str = ""
    trusted_proxies: str = ""
    allowed_hosts: str = ""
    log: Literal["plain", "json", "quiet"] = "plain"
    metrics_token: SecretStr = SecretStr("")
    thinkers: Annotated[int, Field(ge=0, le=64)] = 1
    pace: Annotated[float, Field(ge=0, le=10)] = 0.7
    retention: Annotated[int, Field(ge=0, le=36_500)] = 90
    boards: bool = False

    body_limit: Annotated[int, Field(ge=1024)] = 64 << 10
    record_limit: Annotated[int, Field(ge=1024)] = 2 << 20
    body_seconds: Annotated[float, Field(gt=0)] = 10.0
    heartbeat: Annotated[float, Field(gt=0, le=14)] = 10.0
    streams: Annotated[int, Field(ge=1)] = 2_000
    streams_key: Annotated[int, Field(ge=1)] = 30
    streams_address: Annotated[int, Field(ge=1)] = 200
    followed_key: Annotated[int, Field(ge=1)] = 120
    followed_address: Annotated[int, Field(ge=1)] = 800
    connections_address: Annotated[int, Field(ge=1)] = 400

    rate_address: Rate = 60.0
    burst_address: Burst = 600
    rate_key: Rate = 20.0
    burst_key: Burst = 200
    rate_open: Rate = 0.5
    burst_open: Burst = 60
    rate_import: Rate = 100.0
    burst_import: Annotated[int, Field(ge=1)] = 8 << 20
    rate_think: Rate = 2.0
    burst_think: Burst = 60
    rate_board: Rate = 0.05
    burst_board: Burst = 40

    @field_validator("public_url")
    @classmethod
    def _origin(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme not in {"http", "https"} or not parts.netloc or parts.path not in {"", "/"}):
            raise ValueError("use an address without a path, like https://dice.example.org")
        return f"{parts.scheme}://{parts.netloc.lower()}" if url else ""

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, proxies: str) -> str:
        for proxy in filter(None, proxies.replace(" ", "").split(",")):
            if proxy == "*":
                raise ValueError(
                    "name the addresses or networks of your proxies, like 127.0.0.1,10.0.0.0/8; with * everybody"
                    " could claim any address, and no limit by address would hold"
                )
            ip_network(proxy)
        return proxies.replace(" ", "")

    @field_validator("allowed_hosts")
    @classmethod
    def _names(cls, hosts: str) -> str:
        names = [name.strip().lower() for name in hosts.split(",") if name.strip()]
        if any(not re.fullmatch(r"[a-z0-9.-]+|[0-9a-f:.]+", name) for name in names):
            raise ValueError("use names or addresses without a port, like dice.example.org,192.168.1.5")
        return ",".join(names)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names the server answers to: those allowed, and that of its public URL; empty for any name."""
        named = [urlsplit(self.public_url).hostname or "", *self.allowed_hosts.split(",")]
        return tuple(filter(None, named)) if self.allowed_hosts else ()

    @property
    def database(self) -> str:
        """The URL of the database: by default a file in the data folder."""
        return self.database_url or f"sqlite:///{self.data / 'knobel.db'}"

    @property
    def https(self) -> bool:
        """Whether clients use HTTPS, even if a proxy forwards plain HTTP."""
        return self.public_url.startswith("https://")


def read_settings(**given: Any) -> Settings:
    """The settings from the environment, overridden by those given; an invalid one raises BadSetup with a sentence."""
    try:
        return Settings(**given)
    except ValidationError as error:
        problem = error.errors()[0]
        name = "_".join(str(part) for part in problem["loc"]).upper()
        reason = problem["msg"].removeprefix("Value error, ")
        raise text_error(BadSetup, "cli.serve.setting", name=f"KNOBEL_{name}", reason=reason) from None
