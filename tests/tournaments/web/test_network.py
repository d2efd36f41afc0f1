"""Which address phones are given."""

import ipaddress
import socket
from typing import Any

import pytest
from django.test import RequestFactory

from tournaments.web import network


def test_this_machine_has_an_address() -> None:
    assert ipaddress.ip_address(network.lan_address()).version == 4
    for address in network.interface_addresses():
        assert not ipaddress.ip_address(address).is_loopback


class NoRoute(socket.socket):
    def connect(self, address: Any) -> None:
        raise OSError("Network is unreachable")


@pytest.mark.parametrize(
    ("found", "expected"), [([], "127.0.0.1"), (["10.42.0.1", "10.0.0.2"], "10.42.0.1")]
)
def test_a_laptop_without_a_way_out(
    monkeypatch: pytest.MonkeyPatch, found: list[str], expected: str
) -> None:
    monkeypatch.setattr(network.socket, "socket", NoRoute)
    monkeypatch.setattr(network, "interface_addresses", lambda: found)
    assert network.lan_address() == expected


@pytest.mark.parametrize(
    ("asked", "shared"),
    [
        ("localhost:8000", "http://192.168.1.20:8000"),
        ("127.0.0.1:8000", "http://192.168.1.20:8000"),
        ("[::1]:8000", "http://192.168.1.20:8000"),
        ("localhost", "http://192.168.1.20"),
        ("10.1.2.3:8000", "http://10.1.2.3:8000"),
        ("games.local", "http://games.local"),
    ],
)
def test_phones_never_get_localhost(
    monkeypatch: pytest.MonkeyPatch, rf: RequestFactory, settings: Any, asked: str, shared: str
) -> None:
    settings.PUBLIC_URL = ""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(network, "lan_address", lambda: "192.168.1.20")
    assert network.public_url(rf.get("/", headers={"host": asked})) == shared


def test_a_configured_address_wins(rf: RequestFactory, settings: Any) -> None:
    settings.PUBLIC_URL = "https://games.example.org"
    assert network.public_url(rf.get("/")) == "https://games.example.org"
