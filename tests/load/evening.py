"""The evening of a load test: made before it, and looked through after it.

Runs in a process with the settings of the installation (`with_settings`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.process_set import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Event, Seating


def with_settings(env: Mapping[str, str], deed: str, told: Mapping[str, Any]) -> Any:
    """Have `prepare`, `write_file` or `found` done in a process with these settings; what it
    answers. Raises RuntimeError with what it said, where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.load.evening", deed],
        cwd=ROOT,
        env={**env, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"},
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def prepare(*, people: int, sets: int) -> dict[str, Any]:
    """A drive of so many people with so many sets played, and the next one shown: its links."""
    from tests.benchmarks.big_drive import big_drive
    from tests.tournaments.evening import an_event, newest, next_set
    from tournaments.access.services import create_sign_in, ensure_links

    event = big_drive(people, sets) if sets else an_event(people)
    if sets:
        settle(event, newest(event))
    next_set(event)
    ensure_links(event)
    links = list(event.links.order_by("table_number").values_list("kind", "token"))
    return {
        "event": event.pk,
        "sign_in": create_sign_in(event.owner),
        "host": create_sign_in(event.owner),
        "tables": [token for kind, token in links if kind == "table"],
        "first_set": newest(event).set_number,
        **{kind: token for kind, token in links if kind in ("spectator", "wall")},
    }


def write_file(*, people: int, path: str) -> None:
    """The file of an evening of so many people: 28 hands, each with a yes, all of it in the log.
    The evening itself does not stay."""
    from django.db import transaction

    from tests.benchmarks.big_drive import big_drive
    from tests.benchmarks.test_import_bench import yes_to_everything
    from tournaments.files import event_import
    from tournaments.files.event_document import export_event

    with transaction.atomic():
        event = big_drive(people)
        yes_to_everything(event)
        document = export_event(event)
        transaction.set_rollback(True)
    Path(path).write_bytes(event_import.pack_document(document)[0])


def settle(event: Event, seating: Seating) -> None:
    """The cuts of tied tables, without which the next seats cannot be drawn."""
    from tournaments.boards.hall import Hall
    from tournaments.boards.table_reports import reports_in
    from tournaments.models import CUT, Report

    hall = Hall.now(event)
    results = ((row, hall.result(row)) for row in reports_in(seating))
    Report.objects.bulk_create(
        Report(
            table_id=row.table.table_id,
            deal=CUT,
            revision=1,
            payload={"winners": list(result.cuts[0]), "drawn": False},
            author=f"Table {row.table.number}",
            key=f"cut-{row.table.table_id}",
        )
        for row, result in results
        if result.tied
    )


def found(*, told: Mapping[str, Any], event: int, first_set: int) -> list[str]:
    """What the database holds otherwise than phones were told: every entry stands there once, as it
    was sent, and nothing else does. [] where all is well."""
    from tournaments.models import Acceptance, Report

    reports = told["reports"]
    rows = Report.objects.filter(
        table__seating__event=event, table__seating__set_number__gte=first_set
    ).values_list(
        "key", "table__number", "table__seating__set_number", "deal", "revision", "payload", "pk"
    )
    numbers = _numbers(event)
    problems, seen = [], set()
    values: dict[int, str] = {}
    for key, table, number, deal, revision, payload, pk in rows:
        values[pk] = key
        if key not in reports:
            problems.append(f"nobody was told of set {number}, table {table}, hand {deal}")
            continue
        seen.add(key)
        token, *place, sent = reports[key]
        if [numbers[token], *place] != [table, number, deal] or revision != 1:
            problems.append(f"{place} of table {numbers[token]} lies at {table}, {number}, {deal}")
        if sent is not None and sent != payload:
            problems.append(f"{place} of table {numbers[token]} was sent as {sent}: {payload}")
    problems += [f"{reports[key]} is lost" for key in reports.keys() - seen]
    # Of all the event: a whole evening's numbers are more than a statement takes.
    said = Acceptance.objects.filter(report__table__seating__event=event)
    yes = set(said.values_list("report_id", flat=True))
    problems += [f"the yes to {values.get(pk)} is lost" for pk in told["accepted"] if pk not in yes]
    return problems


def _numbers(event: int) -> dict[str, int]:
    from tournaments.models import Link

    tables = Link.objects.filter(event=event, kind=Link.Kind.TABLE)
    return {
        str(token): int(number) for token, number in tables.values_list("token", "table_number")
    }


def main() -> None:
    import django

    django.setup()
    deed = {"prepare": prepare, "write_file": write_file, "found": found}[sys.argv[1]]
    print(json.dumps(deed(**json.load(sys.stdin))))


if __name__ == "__main__":
    main()
