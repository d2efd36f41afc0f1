"""The compose file, the image and the proxy's configuration fit each other and the settings."""

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.urls import reverse

from scorekeeper import backpressure
from tournaments.web.network import common_headers

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
OURS = ("migrate", "looks", "phones", "pages", "worker")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DOCKER / "compose.yaml").read_text()))


@pytest.fixture(scope="module")
def nginx() -> str:
    return (DOCKER / "nginx.conf").read_text()


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (DOCKER / "Dockerfile").read_text()


def settings_read() -> set[str]:
    text = (ROOT / "scorekeeper" / "settings.py").read_text()
    return set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', text))


def port_of(service: dict[str, Any]) -> str:
    command = service["command"]
    return str(command[command.index("--port") + 1])


def test_all_parts_are_watched_and_wait_for_the_data(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for name in services.keys() - {"migrate"}:
        assert services[name]["healthcheck"]["test"], name
        assert services[name]["restart"] == "unless-stopped", name
    for name in OURS:
        assert services[name]["environment"].keys() <= settings_read()
    for name in OURS[1:]:
        waits = services[name]["depends_on"]
        assert waits["migrate"]["condition"] == "service_completed_successfully"
        assert waits["database"]["condition"] == "service_healthy"


def test_everything_is_confined_and_only_the_proxy_is_outside(
    compose: dict[str, Any], dockerfile: str
) -> None:
    """No rights, no writable image, and bounds on memory and processes."""
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
        assert 0 < service["pids_limit"] <= 256, name
        assert "cap_add" not in service, name
        assert not service.get("privileged"), name
    services = compose["services"]
    assert compose["networks"]["inside"] == {"internal": True}
    for name, service in services.items():
        outside = name == "proxy"
        assert service["networks"] == (["inside", "outside"] if outside else ["inside"]), name
        assert ("ports" in service) == outside, name
    for stage in re.split(r"(?m)^FROM ", dockerfile)[1:]:
        users = re.findall(r"^USER (\S+)$", stage, re.MULTILINE)
        assert users, stage
        assert "root" not in users
    for name, service in compose["services"].items():
        if not service["image"].startswith("scorekeeper-"):
            assert service["user"] not in ("root", "0"), name


def test_images_are_pinned_and_the_image_copies_what_exists(
    compose: dict[str, Any], dockerfile: str
) -> None:
    names = [service["image"] for service in compose["services"].values()]
    names += re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    for name in names:
        if not name.startswith("scorekeeper-"):
            assert re.fullmatch(r"\w+:\d[\w.-]*@sha256:[0-9a-f]{64}", name), name
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE):
        for name in source.split():
            assert (ROOT / name).exists(), name
    app = dockerfile.split("AS proxy", maxsplit=1)[0]
    assert re.search(r"^USER scorekeeper$", app, re.MULTILINE)
    for package in ("rulesets", "scorekeeper", "tournaments", "templates"):
        assert f"COPY {package} {package}" in dockerfile
    assert "--require-hashes" in dockerfile


def test_no_secret_is_written_down_and_redis_asks_for_one(compose: dict[str, Any]) -> None:
    assert "SECRET_KEY" not in str(compose)
    assert compose["services"]["database"]["environment"]["POSTGRES_PASSWORD"].startswith("${")
    example = (DOCKER / "env.example").read_text()
    assert re.search(r"^SECRET_KEY=$", example, re.MULTILINE)
    for name in ("POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert re.search(rf"^{name}=$", example, re.MULTILINE)
    redis, password = compose["services"]["redis"], "${REDIS_PASSWORD:?set it in .env}"
    assert redis["command"][redis["command"].index("--requirepass") + 1] == password
    assert redis["environment"]["REDISCLI_AUTH"] == password
    assert compose["services"]["pages"]["environment"]["REDIS_URL"].startswith(
        f"redis://:{password}@"
    )


def test_the_example_knows_every_setting_and_sets_nothing_else(compose: dict[str, Any]) -> None:
    example = (DOCKER / "env.example").read_text()
    unknown = {name for name in settings_read() if not re.search(rf"\b{name}\b", example)}
    assert not unknown
    matches = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    in_compose = set(re.findall(r"\$\{([A-Z_]+)", (DOCKER / "compose.yaml").read_text()))
    assert matches <= settings_read() | in_compose
    assert in_compose <= matches


def test_the_proxy_finds_the_processes_and_passes_on_what_they_say(
    compose: dict[str, Any], nginx: str, settings: Any
) -> None:
    for name in ("looks", "phones", "pages"):
        assert f"server {name}:{port_of(compose['services'][name])};" in nginx
    assert "listen 8080" in nginx
    assert compose["services"]["proxy"]["ports"] == ["${HTTP_PORT:-8080}:8080"]
    assert 'proxy_set_header X-Request-Start "t=$msec";' in nginx
    # Pages come compressed; files lie compressed beside themselves.
    assert "gzip on;" not in nginx
    for name, place in re.findall(r"location ([^{]*) {([^}]*proxy_pass [^}]*)}", nginx):
        assert "gzip off;" in place, name
    match = re.search(r"client_max_body_size (\d+)m;", nginx)
    assert match
    assert int(match[1]) * 1024 * 1024 == settings.MAX_REQUEST_BODY
    location = re.search(r"location /static/ {(.*?)}", nginx, re.DOTALL)
    assert location
    values = dict(re.findall(r'add_header (\S+) "([^"]*)";', location[1]))
    for name, value in common_headers().items():
        assert sorted(values[name].split("; ")) == sorted(value.split("; ")), name


def processes_of(nginx: str, path: str, method: str = "GET") -> str:
    """The service to which the proxy sends a request: nginx takes the first pattern that fits, else
    the longest beginning; `=` before all."""
    matches = re.findall(r"location (=|~|)\s*(\S+) {[^}]*?proxy_pass http://([$\w]+);", nginx)
    values = dict(re.findall(r"^        (\w+) (\w+);$", map_of(nginx, "of_programs"), re.MULTILINE))
    exact = [to for how, place, to in matches if how == "=" and place == path]
    fitting = [to for how, place, to in matches if how == "~" and re.search(place, path)]
    beginning = [(place, to) for how, place, to in matches if not how and path.startswith(place)]
    to = (*exact, *fitting, max(beginning)[1])[0]
    return values.get(method, values["default"]) if to == "$of_programs" else str(to)


def map_of(nginx: str, name: str) -> str:
    match = re.search(rf"map \$request_method \${name} {{\n(.*?)    }}", nginx, re.DOTALL)
    assert match
    return match[1]


def test_looks_reports_and_pages_have_processes_of_their_own(nginx: str) -> None:
    token = ("token-of_1",)
    assert processes_of(nginx, reverse("table_state", args=token)) == "looks"
    for name in ("table", "table_report", "table_accept", "table_withdraw", "board_report"):
        assert processes_of(nginx, reverse(name, args=token)) == "phones"
    for name in ("spectator", "wall", "wall_slides"):
        assert processes_of(nginx, reverse(name, args=token)) == "pages"
    assert processes_of(nginx, reverse("home")) == "pages"
    assert processes_of(nginx, reverse("event_import"), "POST") == "pages"
    assert processes_of(nginx, "/api/events/1/reports", "POST") == "phones"
    assert processes_of(nginx, "/api/events/1", "GET") == "pages"


def test_the_phones_processes_have_threads_left_for_pages(compose: dict[str, Any]) -> None:
    """Entries that work and that wait never take all of them, nor all connections."""
    command = compose["services"]["phones"]["command"]
    threads = int(command[command.index("--blocking-threads") + 1])
    assert threads >= backpressure.AT_ONCE + backpressure.WAITING + 4
    example = (DOCKER / "env.example").read_text()
    pool = re.search(r"^DATABASE_POOL=(\d+)$", example, re.MULTILINE)
    assert pool
    assert int(pool[1]) > backpressure.AT_ONCE


def test_looks_give_way(compose: dict[str, Any], nginx: str) -> None:
    """They have the smallest share of a processor; beyond so many the proxy asks to come again."""
    shares = {name: one.get("cpu_shares", 1024) for name, one in compose["services"].items()}
    assert shares.pop("looks") * 4 <= min(shares.values())
    location = re.search(r"location ~ \S+/state/\$ {(.*?)}", nginx, re.DOTALL)
    assert location
    bound = re.search(r"limit_conn looks (\d+);", location[1])
    assert bound
    assert backpressure.LOOKS_AT_ONCE < int(bound[1]) <= backpressure.LOOKS
    assert "error_page 503 @refused_looks;" in location[1]
    refusal = re.search(r"location @refused_looks {(.*?)}", nginx, re.DOTALL)
    assert refusal
    assert "add_header Retry-After $refused_look_seconds always;" in refusal[1]
    split = re.search(r"split_clients \S+ \$refused_look_seconds {(.*?)}", nginx, re.DOTALL)
    assert split
    seconds = {int(value) for value in re.findall(r"(\d+);", split[1])}
    assert len(seconds) > 2
    assert min(seconds) == backpressure.REFUSED_LOOK_SECONDS
    assert max(seconds) <= backpressure.MOST_SECONDS


def test_the_example_makes_an_installation_that_django_finds_safe(tmp_path: Path) -> None:
    example = (DOCKER / "env.example").read_text()
    values = dict(re.findall(r"^([A-Z_]+)=(.*)$", example, re.MULTILINE))
    values |= {"SECRET_KEY": secrets.token_urlsafe(50), "POSTGRES_PASSWORD": "x"}
    values |= {"DATABASE_URL": "postgres://a@127.0.0.1:1/b", "REDIS_URL": "redis://127.0.0.1:1/0"}
    values |= {"BEHIND_PROXY": "1", "SCOREKEEPER_VAR": str(tmp_path), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=values | {"SCOREKEEPER_NO_BOOTSTRAP": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
