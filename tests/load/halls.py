"""The halls that are put under load, and how one is played."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.load.burners import burning
from tests.load.client import Orders
from tests.load.evening import with_settings
from tests.load.figures import Figures
from tests.load.importing import Importer, bringing_in
from tests.load.installations import laptop, process_set
from tests.process_set import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.load.installations import Place

INSTALLATIONS = {"up": laptop, "set": process_set}
CHAIRS = 4
CLIENT = [sys.executable, "-m", "tests.load.client"]


@dataclass(frozen=True)
class Hall:
    """Who is there, how fast they play, and what goes wrong."""

    name: str
    on: str = "up"  # or "set"
    tables: int = 250
    hands: int = 28  # of every table
    rate: float = 1.0  # hands a minute
    sets_before: int = 0  # that are in the books already
    spectators: int = 0
    walls: int = 0
    desks: int = 0
    burst: bool = False  # all tables report within one second
    losing: float = 0.0  # how much of what goes or comes is lost
    kills: int = 0  # how often the server dies in mid-evening
    imports: int = 0  # people of an event whose file comes in again and again meanwhile
    busy: float = 0.0  # how much of each processor something else takes away
    seed: int = 1


HALLS = (
    Hall("A full hall", walls=1, desks=1, spectators=50),
    Hall("Ten thousand people", on="set", tables=2500),
    Hall("All at once", hands=1, burst=True),
    Hall("A bad evening", tables=50, hands=8, losing=0.3, kills=2, rate=6),
    # 40 results a second.
    Hall("Imports beside a full hall", hands=48, rate=9.6, imports=10_000),
    Hall("Imports beside a full hall, large", on="set", hands=48, rate=9.6, imports=10_000),
)


def play(hall: Hall) -> Figures:
    """Set up an installation, play the hall, and compare what phones were told with the books."""
    with tempfile.TemporaryDirectory(prefix="load-", ignore_cleanup_errors=True) as folder:
        inside = Path(folder) / "installation"
        inside.mkdir()
        with INSTALLATIONS[hall.on](inside) as place:
            return play_at(hall, place)


def play_at(hall: Hall, place: Place) -> Figures:
    values = {"people": hall.tables * CHAIRS, "sets": hall.sets_before}
    links = with_settings(place.env, "prepare", values)
    importer = _importer(hall, place, links.pop("host"))
    seconds = 60 / hall.rate
    report = place.folder / "client.json"
    orders = Orders(
        server=place.server,
        hands=hall.hands,
        seconds=seconds,
        spread=1.0 if hall.burst else seconds,
        spectators=hall.spectators,
        walls=hall.walls,
        desks=hall.desks,
        losing=hall.losing,
        seed=hall.seed,
        report=str(report),
        **links,
    )
    with everybody(orders) as client:
        _until(client, "open")
        before = place.cpu()
        with (
            burning(hall.busy),
            killing(place, hall.kills, seconds * hall.hands),
            bringing_in(importer),
        ):
            _until(client, "played")
            after = place.cpu()
        _until(client, "written")
        document = json.loads(report.read_text())
    if importer is not None:
        document["wrong"] |= importer.wrong
    told = {name: links[name] for name in ("event", "first_set")}
    problems = with_settings(place.env, "found", told | {"told": document["told"]})
    return Figures(
        hall=hall.name,
        place=place.name,
        seconds=document["seconds"],
        took=document["took"],
        octets=document["octets"],
        wrong=document["wrong"],
        again=document["again"],
        # What was killed has taken its clock with it.
        cores={} if hall.kills else _cores(before, after, document["seconds"]),
        client=document["cpu"] / document["seconds"],
        problems=problems,
        entries=len(document["told"]["reports"]),
        imports=importer.took if importer else (),
    )


def _importer(hall: Hall, place: Place, sign_in: str) -> Importer | None:
    """Whoever brings in the file of an event of so many people."""
    if not hall.imports:
        return None
    file = place.folder / "event.json.gz"
    with_settings(place.env, "write_file", {"people": hall.imports, "path": str(file)})
    importer = Importer(place.server, sign_in, file)
    importer.open()
    return importer


def _cores(before: dict[str, float], after: dict[str, float], seconds: float) -> dict[str, float]:
    return {name: (after[name] - before[name]) / seconds for name in after}


@contextmanager
def everybody(orders: Orders) -> Iterator[subprocess.Popen[str]]:
    """The process in which all phones and screens are."""
    client = subprocess.Popen(
        CLIENT,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    with client:
        try:
            assert client.stdin
            client.stdin.write(json.dumps(asdict(orders)) + "\n")
            client.stdin.flush()
            yield client
        finally:
            client.kill()


@contextmanager
def killing(place: Place, times: int, seconds: float) -> Iterator[None]:
    """Kill the server so many times, spread over these seconds."""
    over = threading.Event()

    def kill() -> None:
        for _time in range(times):
            if over.wait(seconds / (times + 1)):
                return
            place.kill()

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _line(client: subprocess.Popen[str]) -> str:
    assert client.stdout
    line = client.stdout.readline()
    if not line:
        raise RuntimeError("the client ended before its time")
    return line


def _until(client: subprocess.Popen[str], word: str) -> Any:
    while _line(client).strip() != word:
        pass
