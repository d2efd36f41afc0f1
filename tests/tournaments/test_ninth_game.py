"""A game added by following CONTRIBUTING.md to the letter: nothing else has to be told of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from rulesets import games
from rulesets.engine.game import Game
from rulesets.files.cli import main
from tests.tournaments.board_evening import begin, read_board, say, table
from tests.tournaments.evening import a_user, host
from tests.tournaments.visits import words_of
from tournaments.boards.deals import report_fields
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.models import Event, Link
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.printing import print_paper
from tournaments.papers.selectors import papers_of
from tournaments.report_forms.report_form import ReportForm
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

NEW = {"name": "At the brook", "date": "2026-11-21", "place": "Hall"}
NAMES = "Ann\nBo\nCy"


def told_how() -> dict[str, str]:
    """The files of the game that CONTRIBUTING.md adds: what it says they are called and hold."""
    text = (settings.BASE_DIR / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## Adding a game\n")[1].split("\n## ")[0]
    values = {}
    for step in re.split(r"(?m)^\d\. ", section)[1:]:
        named = re.match(r"`rulesets/games/([\w.]+)`", step)
        code = re.search(r"(?ms)^   ```\w+\n(.*?)^   ```$", step)
        if named and code:
            values[named[1]] = dedent(code[1])
    return values


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    folder = tmp_path / "more"
    folder.mkdir()
    for name, text in told_how().items():
        (folder / name).write_text(text, encoding="utf-8")
    (module,) = (path for path in folder.iterdir() if path.suffix == ".py")
    with games.also_from(folder):
        yield games.load(module.stem.replace("_", "-"))


def page(client: Client, name: str, *more: Any) -> str:
    """What a page shows, in words."""
    response = client.get(reverse(name, args=more))
    assert response.status_code == 200, name
    return words_of(response)


def entered(laptop: Client, game: Game) -> Event:
    """An evening made by the page for a new one, with an option of the game's own."""
    sent = NEW | {"game": game.slug, "names": NAMES, "option_rounds": "3"}
    assert laptop.post(reverse("event_new"), sent).status_code == 303
    event = Event.objects.get()
    assert (event.game, event.options) == (game.slug, {"rounds": 3})
    return event


def a_report(event: Event, seed: int) -> tuple[Any, list[str]]:
    now = read_board(event)
    report = now.plays.sample(now.standing, Random(seed))
    return report, [problem.code for problem in now.plays.check(now.standing, report)]


def from_a_phone(client: Client, event: Event, seed: int) -> None:
    """The next round, entered at the table by the form that the phone shows."""
    now, (report, codes) = read_board(event), a_report(event, seed)
    form = ReportForm(
        fields=report_fields(now.plays, now.standing),
        roster=now.setup.roster,
        playing=now.plays.playing(now.standing),
        payload=report,
    )
    values: dict[str, Any] = {"set": 1, "round": now.next_number, "seen": 0, "key": f"k{seed}"}
    values["confirmed"] = codes
    for name, value in form.form_data():
        values[name] = [*values.get(name, []), value]
    link = event.links.get(kind=Link.Kind.TABLE)
    response = client.post(reverse("board_report", args=(link.token,)), values)
    assert response.status_code in (200, 302, 303)


def played(laptop: Client, game: Game) -> Event:
    """Two rounds from a phone, one from the desk, the first one corrected."""
    event = begin(entered(laptop, game))
    for seed in (1, 2):
        from_a_phone(Client(), event, seed)
    report, codes = a_report(event, 3)
    say(table(event), 3, report, host(event), confirmed=codes)
    other = {"out": 0, "acorns": [0, 9, 4]}
    say(table(event), 1, other, host(event), reason="misheard")
    event.refresh_from_db()
    return event


def test_it_is_two_files_and_what_they_show_is_sound(game: Game) -> None:
    assert len(told_how()) == 2
    assert game.plays.wins == "low"
    assert f"# {game.name}" in games.rule_text(game.slug)


def test_it_is_played_on_phones_and_at_the_desk(
    laptop: Client, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = laptop.get(reverse("event_new"), {"game": game.slug}).content.decode()
    assert f'value="{game.slug}"' in text
    assert 'name="option_rounds"' in text
    event = played(laptop, game)
    assert set(event.entries.values_list("name", flat=True)) == {"Ann", "Bo", "Cy"}
    assert game.name in page(laptop, "rules", game.slug)
    now = read_board(event)
    assert [board_round.counted for board_round in now.rounds] == [True, True, True]
    assert now.rounds[0].value == {"out": 0, "acorns": [0, 9, 4]}
    ending = now.ending
    rows = [(row.name, row.total, row.rank) for row in standings(event).rows]
    assert [total for _name, total, _rank in rows] == sorted(now.plays.totals(now.state))
    assert {name for name, _total, rank in rows if rank == 1} == {
        now.names[who] for who in ending.winners
    }
    for name in ("event", "event_standings", "event_log", "event_stakes", "event_settings"):
        assert "None" not in page(laptop, name, event.pk)
    for one in event.entries.all():
        assert one.name in page(laptop, "event_player", event.pk, one.pk)
    links = {link.kind: link.token for link in event.links.all()}
    assert now.names[ending.winners[0]] in page(Client(), "table", links[Link.Kind.TABLE])
    assert "Ann" in page(Client(), "spectator_score", links[Link.Kind.SPECTATOR])
    assert "Ann" in page(Client(), "wall", links[Link.Kind.WALL])
    check_papers(event, game)
    check_files(event, game, tmp_path, capsys)


def check_papers(event: Event, game: Game) -> None:
    """Each is printed, in letters that its typeface has."""
    kinds = papers_of(event)
    assert "sheet" in {kind.kind.partition("-")[0] for kind in kinds}
    for kind in kinds:
        if kind.needs == "winners":
            continue
        pdf = print_paper(event, PrintOptions(kind.kind)).pdf
        text = "".join(one.extract_text() for one in PdfReader(BytesIO(pdf)).pages)
        assert "■" not in text, kind.kind
        if kind.kind.startswith("sheet"):
            assert "Ann" in text or "blank" in kind.kind
            assert game.name in text


def check_files(
    event: Event, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command line scores it, and it comes back from its own."""
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(score_file(event)), encoding="utf-8")
    for command in ("check", "score"):
        assert main([command, str(path)]) == 0
        answer = json.loads(capsys.readouterr().out)
    assert [(row["name"], row["total"], row["rank"]) for row in answer["standings"]] == [
        (row.name, row.total, row.rank) for row in standings(event).rows
    ]
    copy = import_event(owner=a_user(), data=json.loads(json.dumps(export_event(event))))
    assert [(row.name, row.total) for row in standings(copy).rows] == [
        (row.name, row.total) for row in standings(event).rows
    ]
    for command in (("show", game.slug), ("schema", game.slug), ("schema", game.slug, "--file")):
        assert main(command) == 0
        json.loads(capsys.readouterr().out)
