"""Settings come from the environment, and a wrong one is told in a sentence."""

from pathlib import Path

import pytest

from knobel import BadSetup
from knobel.server.http.settings import Settings, read_settings

DOCS = Path(__file__).parents[3] / "docs" / "server.md"


def test_tables_are_kept_where_data_of_the_user_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert read_settings().database == f"sqlite:///{tmp_path}/.local/share/knobel/knobel.db"
    monkeypatch.setenv("XDG_DATA_HOME", "/elsewhere")
    assert read_settings().database == "sqlite:////elsewhere/knobel/knobel.db"
    monkeypatch.setenv("KNOBEL_DATA", "/mine")
    assert read_settings().database == "sqlite:////mine/knobel.db"
    monkeypatch.setenv("KNOBEL_DATABASE_URL", "postgresql://localhost/knobel")
    assert read_settings().database == "postgresql://localhost/knobel"
    assert read_settings(database_url="sqlite:///x.db").database == "sqlite:///x.db"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "many", "KNOBEL_PORT"),
        ("PORT", "70000", "KNOBEL_PORT"),
        ("WORKERS", "0", "KNOBEL_WORKERS"),
        ("LOG", "xml", "KNOBEL_LOG"),
        ("PUBLIC_URL", "dice.example", "an address without a path, like https://dice.example.org"),
        ("PUBLIC_URL", "https://dice.example/knobel", "an address without a path"),
        ("PUBLIC_URL", "javascript:alert(1)", "an address without a path"),
        ("TRUSTED_PROXIES", "nginx", "KNOBEL_TRUSTED_PROXIES"),
        ("TRUSTED_PROXIES", "*", "name the addresses or networks of your proxies"),
        ("TRUSTED_PROXIES", "127.0.0.1, *", "everybody could claim any address"),
        ("ALLOWED_HOSTS", "dice.example:8000", "names or addresses without a port"),
        ("ALLOWED_HOSTS", "https://dice.example", "names or addresses without a port"),
        ("HEARTBEAT", "60", "KNOBEL_HEARTBEAT"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str) -> None:
    monkeypatch.setenv(f"KNOBEL_{name}", value)
    with pytest.raises(BadSetup, match=words):
        read_settings()


def test_the_public_address_is_an_origin() -> None:
    assert Settings(public_url="https://Dice.example/").public_url == "https://dice.example"
    assert Settings(public_url="https://Dice.example/").https
    assert not Settings(public_url="http://dice.example").https


def test_the_token_of_the_figures_is_in_no_text() -> None:
    assert "sesame" not in repr(read_settings(metrics_token="sesame"))


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_every_setting_is_documented(name: str) -> None:
    assert f"`KNOBEL_{name.upper()}`" in DOCS.read_text("utf-8")
