"""What runs Knobel elsewhere stays in step with it: Dockerfile, compose file, systemd unit. All are read, not run."""

import json
import re
import subprocess
import sys
import threading
import tomllib
from configparser import ConfigParser
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest
import typer.main
import uvicorn
from bench.load.proxies import DOCUMENTED_PORTS, PROXIES, configuration, documented

from knobel.cli.main import app
from knobel.server.http.app import create_app
from knobel.server.http.settings import Settings
from knobel.server.storage.database import address
from knobel.tables.keys import new_table

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = import_module("yaml").safe_load((ROOT / "compose.yaml").read_text("utf-8"))
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
SERVICES: dict[str, Any] = COMPOSE["services"]
PINNED = re.compile(r"[a-z]+:\d+\.\d+\.\d+(-[a-z]+)*|postgres:\d+\.\d+-[a-z]+")
NEEDED = re.compile(r"\$\{([A-Z_]+):\?[^}]+\}")
"""A variable without which compose refuses to start."""


@dataclass(frozen=True)
class Step:
    """A line of a Dockerfile, continued lines joined."""

    word: str
    rest: str


def steps() -> list[Step]:
    lines = [line for line in DOCKERFILE.splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [Step(*re.split(r"\s+", line, maxsplit=1)) for line in joined.splitlines() if line.strip()]


STEPS = steps()
LAST = STEPS[max(at for at, step in enumerate(STEPS) if step.word == "FROM") :]
"""The stage that becomes the image."""


def one(word: str) -> str:
    """The only step of the image with this word."""
    (found,) = (step.rest for step in LAST if step.word == word)
    return found


def image_environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in one("ENV").split())


def compose_environment() -> dict[str, str]:
    """What the server gets in the compose file, with the variables of its owner filled in."""
    given = {"DOMAIN": "dice.example.org", "POSTGRES_PASSWORD": "abc123", "METRICS_TOKEN": "sesame"}
    told: dict[str, str] = SERVICES["knobel"]["environment"]
    return {name: NEEDED.sub(lambda found: given[found[1]], value) for name, value in told.items()}


def settings_of(environment: dict[str, str]) -> Settings:
    ours = {name: value for name, value in environment.items() if name.startswith("KNOBEL_")}
    return Settings(**{name.removeprefix("KNOBEL_").lower(): value for name, value in ours.items()})  # type: ignore[arg-type]


def unit() -> ConfigParser:
    """The systemd unit of the documents."""
    (text,) = re.findall(r"^```ini\n(.*?)^```$", HOSTING, re.MULTILINE | re.DOTALL)
    found = ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(text)
    return found


def check_command(words: list[str]) -> None:
    """It is a command of ours, with options that it has."""
    assert Path(words[0]).name == "knobel"
    commands = getattr(typer.main.get_command(app), "commands", {})
    known = {option for one in commands[words[1]].params for option in (*one.opts, *one.secondary_opts)}
    assert not [word for word in words[2:] if word.startswith("--") and word not in known]


@pytest.mark.parametrize("text", [DOCKERFILE, (ROOT / "compose.yaml").read_text("utf-8"), HOSTING])
def test_every_variable_is_a_setting(text: str) -> None:
    named = set(re.findall(r"KNOBEL_[A-Z_]+", text))
    assert named
    assert not named - {f"KNOBEL_{name.upper()}" for name in Settings.model_fields}


def test_the_settings_of_image_and_compose_file_are_accepted_and_fit_together() -> None:
    environment = {**image_environment(), **compose_environment()}
    settings = settings_of(environment)
    assert settings.workers == 2
    assert settings.https
    assert settings.metrics_token.get_secret_value() == "sesame"
    url = address(settings.database)
    database = SERVICES["database"]["environment"]
    assert (url.username, url.database, url.host) == (database["POSTGRES_USER"], database["POSTGRES_DB"], "database")
    assert settings.trusted_proxies == COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert settings_of(image_environment()).database == "sqlite:////data/knobel.db"


def test_images_are_pinned_and_the_python_is_one_that_we_support() -> None:
    bases = [step.rest.split()[0] for step in STEPS if step.word == "FROM"]
    images = [service["image"] for service in SERVICES.values() if "image" in service]
    assert all(PINNED.fullmatch(image) for image in [*bases, *images])
    assert len(set(bases)) == 1
    version = tuple(map(int, bases[0].removeprefix("python:").split("-")[0].split(".")))
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert version >= tuple(map(int, wanted.removeprefix(">=").split(".")))


def test_ports_agree_from_the_proxy_to_the_health_check() -> None:
    port = str(settings_of(image_environment()).port)
    assert one("EXPOSE") == port
    assert f"reverse_proxy knobel:{port}\n" in COMPOSE["configs"]["caddy"]["content"]
    assert f"KNOBEL_PORT={port}" in unit()["Service"]["Environment"]


class Well(BaseHTTPRequestHandler):
    """Answers that it is well, and notes what it was asked."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        """Answer."""
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_health_check_follows_the_port_and_asks_a_path_that_is_there() -> None:
    """It is run here as it stands in the Dockerfile, against something that listens at another port."""
    _, _, words = json.loads(one("HEALTHCHECK").partition("CMD ")[2])
    with HTTPServer(("127.0.0.1", 0), Well) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        env = {"KNOBEL_PORT": str(server.server_port)}
        assert subprocess.run([sys.executable, "-c", words], env=env, check=False).returncode == 0
        server.shutdown()
    assert subprocess.run([sys.executable, "-c", words], env=env, check=False, capture_output=True).returncode != 0
    (path,) = Well.asked
    assert path in create_app(Settings(database_url="sqlite:///unused.db", thinkers=0)).openapi()["paths"]
    for asked in set(re.findall(r"`GET (/[a-z/]+)`", HOSTING)) - {"/metrics"}:
        assert asked in create_app(Settings(database_url="sqlite:///unused.db", thinkers=0)).openapi()["paths"]


def test_commands_and_their_options_exist() -> None:
    check_command(json.loads(one("CMD")))
    check_command(unit()["Service"]["ExecStart"].split())
    shown = re.findall(
        r"^(?:\$ )?(?:docker compose exec -T knobel )?((?:\S*/)?knobel (?:serve|backup|restore|dice).*)$",
        HOSTING,
        re.MULTILINE,
    )
    shown += re.findall(r"\* \* \* knobel (.*) >/dev/null", HOSTING)
    assert len(shown) > 5
    for command in shown:
        check_command(command.split())


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["proxy"]["ports"] == ["80:80", "443:443", "443:443/udp"]


def test_caddy_passes_streams_on_unpacked_and_ends_those_whose_client_has_gone() -> None:
    for proxy in (COMPOSE["configs"]["caddy"]["content"], documented("caddy")):
        # Caddy flushes event streams by itself; with an interval of -1 it would keep those whose client has gone.
        assert "flush_interval" not in proxy
        assert "encode" not in proxy


def hashed_by(proxy: str, url: str) -> str:
    """What a documented proxy hashes of a request; empty for what is of no table."""
    lines = documented(proxy)
    if proxy != "haproxy":
        (pattern,) = re.findall(r'~(\S+?)"? ', lines)
        match = re.match(pattern.replace("(?<id>", "(?P<id>"), url)
        return match[1] if match else ""
    path, _, query = url.partition("?")
    ((field, prefix),) = re.findall(r"path,field\((\d),/\) if \{ path_beg (\S+) \}", lines)
    ((name, length, exactly),) = re.findall(r"url_param\((\w+)\),bytes\(0,(\d+)\) if \{ path (\S+) \}", lines)
    if path == exactly:
        return dict(pair.split("=") for pair in query.split("&") if pair).get(name, "")[: int(length)]
    return path.split("/")[int(field) - 1] if path.startswith(prefix) else ""


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_documented_proxy_hashes_by_the_table_of_requests_and_by_the_first_one_of_streams(proxy: str) -> None:
    paths = create_app(Settings(database_url="sqlite:///unused.db", thinkers=0)).openapi()["paths"]
    table, other = new_table(), new_table()
    of_tables = {path for path in paths if path.startswith("/api/tables/{table}")}
    of_several = {
        path
        for path in paths
        if any(one["name"] == "tables" for one in paths[path].get("get", {}).get("parameters", ()))
    }
    assert of_tables >= {"/api/tables/{table}", "/api/tables/{table}/commands", "/api/tables/{table}/events"}
    assert of_several == {"/api/events"}
    for path in paths:
        expected = table if path in of_tables else ""
        assert hashed_by(proxy, re.sub(r"\{\w+\}", "x", path.replace("{table}", table))) == expected, path
    for query in ("tables={}", "tables={}:3,{}:4", "view=true&changes=true&tables={}:3"):
        assert hashed_by(proxy, f"/api/events?{query.format(table, other)}") == table


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_documented_proxy_fits_the_server_and_the_processes_behind_it(proxy: str, tmp_path: Path) -> None:
    lines = documented(proxy)
    assert sorted(re.findall(r"127\.0\.0\.1:(\d+)", lines)) == [str(port) for port in DOCUMENTED_PORTS]
    assert re.findall(r"^KNOBEL_PORT=(\d+) knobel serve", HOSTING, re.MULTILINE) == [
        str(port) for port in DOCUMENTED_PORTS
    ]
    assert f"127.0.0.1:{DOCUMENTED_PORTS[0]}" not in configuration(proxy, 1, (2, 3), tmp_path)
    idle = uvicorn.Config(app="").timeout_keep_alive
    assert all(int(seconds) < idle for seconds in re.findall(r"keepalive(?:_timeout)? (\d+)s", lines))
    settings = Settings()
    for seconds in re.findall(r"(?:proxy_read_timeout|timeout client|timeout server) (\d+)s", lines):
        assert int(seconds) > 2 * settings.heartbeat
    assert all(int(size) << 20 == settings.record_limit for size in re.findall(r"client_max_body_size (\d+)m", lines))


def test_the_server_has_no_privileges() -> None:
    user = one("USER")
    assert user == unit()["Service"]["User"] == "knobel"
    assert (
        f"useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin {user} "
        in one("RUN")
    )
    service = SERVICES["knobel"]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert unit()["Service"]["NoNewPrivileges"] == "yes"


def test_secrets_are_the_owners_and_there_is_none_to_begin_with() -> None:
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if "PASSWORD" in name or "TOKEN" in name:
                assert NEEDED.fullmatch(value), name
    named = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text("utf-8")))
    assert named == set(NEEDED.findall((ROOT / "compose.yaml").read_text("utf-8")))
    for name in named:
        assert re.search(rf"^{name}=", HOSTING, re.MULTILINE), f"docs/hosting.md does not say what {name} is"
    assert "PASSWORD" not in DOCKERFILE
    assert "TOKEN" not in DOCKERFILE


def test_what_is_kept_is_kept_in_volumes() -> None:
    used = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert used == set(COMPOSE["volumes"])
    assert one("VOLUME") == image_environment()["KNOBEL_DATA"] == "/data"
    assert "data:/data" in SERVICES["knobel"]["volumes"]
    assert unit()["Service"]["StateDirectoryMode"] == "0700"


def test_everything_that_is_copied_is_there_and_is_not_left_out() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for step in STEPS:
        if step.word == "COPY" and not step.rest.startswith("--from"):
            for source in step.rest.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source}" in ignored, source
    # Whatever was built here would be taken for the web app of the image, and secrets have no business there.
    assert {"*", "web/node_modules", "src/knobel/server/web"} <= set(ignored)


def test_what_the_package_build_reads_is_copied() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    copied = {source for step in STEPS if step.word == "COPY" for source in step.rest.split()[:-1]}
    assert {project["project"]["readme"], *project["project"]["license-files"], "hatch_build.py"} <= copied


PINS = re.compile(r"^([a-z0-9][a-z0-9.-]*)==([^ ]+)", re.MULTILINE)


def locked(name: str) -> dict[str, str]:
    """The versions of a lock."""
    return dict(PINS.findall((ROOT / "requirements" / name).read_text("utf-8")))


def test_the_versions_of_the_image_are_those_of_the_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    (host,) = re.findall(r"^knobel\[(.*)\]$", "\n".join(extras["host"]))
    assert set(host.split(",")) == {"metrics", "postgres", "uvloop"}
    needed = [*project["dependencies"], *(one for extra in host.split(",") for one in extras[extra])]
    wanted = {re.split(r"[^a-z0-9-]", one)[0] for one in needed}
    image, tested = locked("server.txt"), locked("dev.txt")
    assert wanted <= set(image)
    assert {name: tested[name] for name in image} == image
    assert "--extra host pyproject.toml --constraint requirements/dev.txt --output-file requirements/server.txt" in (
        ROOT / "Makefile"
    ).read_text("utf-8")


def test_nothing_comes_into_the_image_without_its_hash() -> None:
    installs = re.findall(r"pip install ([^&]*)", "&".join(step.rest for step in STEPS if step.word == "RUN"))
    assert len(installs) == 3
    for words in map(str.split, installs):
        from_lock = "--require-hashes" in words and words[-2] == "--requirement"
        built_here = {"--no-index", "--no-deps"} <= set(words) and words[-1].startswith("/wheels/")
        assert from_lock or built_here, words
        if from_lock:
            blocks = re.split(r"^(?=[a-z0-9])", (ROOT / words[-1]).read_text("utf-8"), flags=re.MULTILINE)
            assert all("--hash=sha256:" in block for block in blocks if block.strip())
    (building,) = (step.rest for step in STEPS if step.word == "RUN" and "pip wheel" in step.rest)
    # A build in isolation would fetch its tools by itself, whatever they are by then.
    assert "--no-build-isolation" in building
    assert set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]) == {
        "hatchling>=1.27"
    }
    assert "hatchling" in locked("play.txt")
