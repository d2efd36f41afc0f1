"""`manage.py import-cards`: an ugly file, what contradicts in it, and the same file again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from rulesets.games import load
from rulesets.records.score_cards.sheets import HEADINGS
from tests.tournaments.records.card_tables import CSV, PLAYS, RESULTS, SUM, THIRD, TRICKS, workbook
from tests.tournaments.visits import words_of
from tournaments.access.permissions import host_actor
from tournaments.events.services import reopen_event
from tournaments.files.event_import import refuse_known
from tournaments.management import Unusable
from tournaments.models import Event, LogEntry, Person, ScoreCards
from tournaments.models.errors import Refused
from tournaments.papers.selectors import heading
from tournaments.papers.share import occasion
from tournaments.records.card_games import CountedGame
from tournaments.records.services import complete_records

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
FIELDS = {
    *("taken", "made", "new", "asked", "problems", "open", "events", "people", "changed"),
    *("champions", "missing"),
}


@pytest.fixture
def run(tmp_path: Path, capsys: Any) -> Any:
    get_user_model()._default_manager.create_user("karla")

    def command(data: str | bytes, *options: str, code: int = 0) -> dict[str, Any]:
        path = tmp_path / "cards.csv"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        if code:
            with pytest.raises(SystemExit) as ended:
                call_command("import-cards", str(path), *options)
            assert ended.value.code == code
        else:
            call_command("import-cards", str(path), *options)
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert answer.keys() == FIELDS
        return answer

    return command


def state() -> list[Any]:
    """Everything that an import stores."""
    cards = ScoreCards.objects.order_by("event").values_list("lines", "people", "version")
    snapshots = Event.objects.order_by("pk").values_list("snapshot__records", "name", "version")
    return [list(cards), list(snapshots), Person.objects.count(), LogEntry.objects.count()]


def test_an_ugly_file_from_its_contradictions_to_the_records(run: Any, capsys: Any) -> None:
    answer = run(CSV, code=1)
    assert not Event.objects.exists()
    assert answer["problems"] == []
    assert not any(answer["asked"].values())
    tricks, third, total = answer["open"]
    assert (tricks["code"], tricks["lines"]) == ("tricks", [8, 9])
    assert [cure["cells"] for cure in tricks["cures"]] == [
        [{"line": 8, "column": "tricks", "value": 6}],
        [{"line": 9, "column": "tricks", "value": 6}],
    ]
    # 9 + 7 + 6 + 8 in the first set, 2 × (6 + 9) in the second; with the other cure one more.
    assert [cure["totals"]["Karla"]["points"] for cure in tricks["cures"]] == [60, 61]
    assert third["lines"] == [16, 17, 18]
    assert [cure["cells"][0]["line"] for cure in third["cures"]] == [17]
    assert total["lines"] == [28]
    assert total["cures"][0]["cells"] == [{"line": 28, "column": "points", "value": 130}]

    rehearsed = run(CSV, "--as-on-card", "--dry-run")
    assert not Event.objects.exists()
    assert not Person.objects.exists()
    assert run(CSV, "--as-on-card") == rehearsed
    assert [row["date"] for row in rehearsed["events"]] == ["2004-12-26", "2005-12-26", "2008"]
    assert (rehearsed["made"], rehearsed["new"]) == (1, 5)
    assert rehearsed["missing"] == {}
    before = state()
    for again in (CSV, workbook(), "\n".join((*CSV.splitlines()[:3], *CSV.splitlines()[20:]))):
        same = run(again, "--dry-run"), run(again)
        assert same[0] == same[1]
        assert (same[0]["taken"], same[0]["new"]) == (0, 0)
        assert state() == before
    for event in Event.objects.all():  # as after an upgrade
        complete_records(event)
    assert state() == before

    call_command("records")
    records = json.loads(capsys.readouterr().out)
    assert [(row["date"], row["winners"]) for row in records["evenings"]] == [
        ("2004-12-26", ["Karla"]),
        ("2005-12-26", ["Karla", "Tom"]),
        ("2008", ["Rosa", "Tom"]),
    ]
    assert records["people"]["Rosa"]["wins"] == 1


@pytest.mark.sql
def test_results_plays_and_names_that_are_asked(run: Any) -> None:
    Person.objects.create(name="Karla Brandt")
    asked = run(RESULTS, code=1)["asked"]["names"]
    assert asked == [{"name": "Karla", "alike": ["Karla Brandt"]}]
    answer = run(RESULTS, "--same", "Karla=Karla Brandt")
    assert {row["name"]: row["found"] for row in answer["people"]}["Karla"] == "Karla Brandt"
    assert answer["champions"] == {"1999": ["Tom"]}
    # Who Karla is, is known from now on; of two games the one of stones is not played here.
    answer = run(json.dumps(PLAYS))
    assert [row["date"] for row in answer["events"]] == ["2011-07-02"]
    assert answer["champions"] == {"2011": ["Karla Brandt"]}
    places = [1999, 2011]
    assert answer["missing"] == {"hearts": {"places": places, "nothing": list(range(2000, 2011))}}
    before = state()
    assert run(json.dumps(PLAYS))["events"] == []
    head, *lines = RESULTS.splitlines()
    shuffled = "\n".join((f"{head},told by", *(f"{line},Ann" for line in reversed(lines))))
    assert run(shuffled)["events"] == []
    assert state() == before
    # An evening of that day by another name is asked about; a round more goes to the one that is.
    other = RESULTS.replace("New Year", "Silvester")
    assert run(other, code=1)["asked"]["again"] == [{"event": "silvester", "date": "1999"}]
    assert run(other, "--again", "same")["events"] == []
    assert state() == before
    more = f"{RESULTS}1999,Hearts,New Year,Rosa,4\n"
    assert run(more)["taken"] == 1
    assert Event.objects.count() == 2
    changed = RESULTS.replace("Tom,1", "Tom,4")
    assert run(changed, code=1)["open"][0]["code"] == "twice"


def test_one_person_under_two_names(run: Any) -> None:
    rows = ("2001,Hearts,1,Łukasz,5", "2001,Hearts,1,Ann,9", "2001,Hearts,2,Lukasz,7")
    table = "\n".join(("date,game,round,player,points", *rows, "2001,Hearts,2,Ann,6"))
    asked = run(table, code=1)["asked"]["names"]
    assert asked == [{"name": "Łukasz", "alike": ["Lukasz"]}]
    with pytest.raises(Unusable):
        run(table, "--same", "Łukasz=Nobody")
    assert run(table, "--same", "Łukasz=Lukasz")["new"] == 2
    event = Event.objects.get()
    assert [row["total"] for row in event.snapshot.standings] == [12, 15]
    assert Person.objects.count() == 2
    before = state()
    assert run(table)["taken"] == 0
    assert state() == before


def test_the_apostrophe_of_a_game_makes_no_difference_and_its_evening_stays_closed(
    run: Any, client: Client
) -> None:
    table = "date,game,round,player,points\n2003-05-01,joker's  WILD,1,Ann,5\n"
    assert run(table + "2003-05-01,Joker’s Wild,1,Bo,7\n")["new"] == 1
    event = Event.objects.get()
    assert event.game == "jokers-wild"
    client.force_login(event.owner, backend=BACKEND)
    for name in ("event_results", "event_settings"):
        assert "Reopen" not in client.get(reverse(name, args=[event.pk])).content.decode()


def test_every_set_of_court_whist_is_scored_by_its_tricks() -> None:
    game = CountedGame(load("court-whist"))
    assert (game.tricks, game.low) == (13, False)
    for number in (1, 4, 6, 7):  # what ladies took, who spoke, and face cards are on no card
        assert tuple(game.points(number, 1, (9, 4, 9, 4))) == (9, 4, 9, 4)
    assert tuple(game.points(2, 1, (9, 4, 9, 4))) == (18, 8, 18, 8)
    assert tuple(game.points(3, 1, (6, 4, 3, 0))) == (6, 4, 3, 0)
    assert tuple(game.points(5, 1, (9, 4, 9, 4))) == (4, 9, 4, 9)
    assert tuple(game.points(8, 1, (9, 4, 9, 4))) == (9, 4, 9, 4)  # a set that there is not
    [moment] = game.highlights(2, 1, (13, 0, 13, 0), (0, 1, 2, None))
    assert (moment.kind, moment.chairs) == ("all", (0, 2))
    assert CountedGame(load("hearts")).low


def test_what_cannot_be_read(run: Any, tmp_path: Path) -> None:
    head = "date,round,table,player,tricks,game\n"
    lines = (
        "26.13.2004,1,1,Ann,5,hearts",
        "2004,1,1,Ann,7.5,hearts",
        "4/5/2004,1,1,Ann,5,hearts",
        "2004,1,1,Ann,=SUM(E1),hearts",
        "2004,1,1,Ann,5,heart",
        "04,1,1,Ann,5,",
    )
    answer = run(head + "\n".join(lines), code=1)
    rows = [(row["code"], row["line"], row["column"]) for row in answer["problems"]]
    assert rows == [
        ("date", 2, "date"),
        ("tricks", 3, "tricks"),
        ("formula", 5, "tricks"),
        ("game", 6, "game"),
        ("date", 7, "date"),
    ]
    assert answer["asked"]["order"] == [4]
    assert answer["asked"]["game"] == [7]
    assert "no month 13" in answer["problems"][0]["do"]
    assert run("name\nAnn\n", code=1)["problems"][0]["code"] == "headings"
    (tmp_path / "zip.xlsx").write_bytes(b"PK\x03\x04" + b"x" * 50)
    for path in (tmp_path / "zip.xlsx", tmp_path / "none"):
        with pytest.raises(Unusable):
            call_command("import-cards", str(path))


@pytest.mark.sql
def test_the_pages_from_the_file_to_the_house_and_back(run: Any) -> None:
    client = Client()
    client.force_login(get_user_model()._default_manager.get(), backend=BACKEND)
    assert run(RESULTS)["events"]  # Karla, Tom and Jonas are known by it
    before = state()
    wrong = SimpleUploadedFile("cards.csv", CSV.replace("26.12.2005", "26.13.2005").encode())
    page = client.post(reverse("cards"), {"file": wrong}, follow=True)
    assert "There is no month 13" in words_of(page).replace("there is", "There is")
    assert "Save an empty table with all headings" in words_of(page)
    empty = client.get(reverse("cards_empty")).content.decode()
    assert empty.removeprefix("\ufeff").strip().split(",") == [*HEADINGS]
    assert client.post(reverse("cards"), {}).status_code == 422
    rubbish = SimpleUploadedFile("cards.json", b"{}")
    assert client.post(reverse("cards"), {"file": rubbish}).status_code == 422

    file = SimpleUploadedFile("old.xlsx", workbook())
    page = client.post(reverse("cards"), {"file": file}, follow=True)
    assert page.status_code == 200
    at = page.redirect_chain[-1][0]
    words = words_of(page)
    assert "These tricks do not add up" in words
    assert "Nothing is imported yet." in words
    assert "26 December 2004, Court Whist, round 1, deal 3, table 1" in words
    assert "Karla 60 points, place 1" in words
    assert "Karla 61 points, place 1" in words
    assert "One line was missing" in words
    assert "line 13 is line 12; it counts once" in words
    settled = {"act": "settle", "contradiction": TRICKS}
    for bad in ({}, {"choice": "own", "own": ["6", "x"]}, {"choice": "cure-7"}):
        assert client.post(at, settled | bad).status_code == 422
    typed = {"choice": "own", "own": ["6", "x"]}
    assert b'value="x"' in client.post(at, settled | typed).content
    assert client.post(at, {"act": "take"}).status_code == 422  # still open
    for name, choice in (
        (TRICKS, {"choice": "own", "own": ["5", "8"]}),
        (THIRD, {"choice": "cure-0"}),
        (SUM, {"choice": "card"}),
    ):
        assert state() == before
        chosen = settled | {"contradiction": name} | choice
        assert client.post(at, chosen).status_code == 303
    page = client.get(at)
    assert "3 evenings are complete" in words_of(page)
    assert "as on the card" in words_of(page)
    words = words_of(client.post(at, {"act": "take"}, follow=True))
    assert "3 more evenings" in words
    assert "8 deals imported. 1 person is new." in words
    assert "places only: 1999" in words
    assert "Most evenings won" in words
    stored = state()
    for twice in (at, reverse("cards")):  # the button again, and the file again
        again = SimpleUploadedFile("old.csv", CSV.encode())
        posted = {"act": "take"} if twice == at else {"file": again}
        page = client.post(twice, posted, follow=True)
    assert "Nothing new: all of it is here" in words_of(page)
    assert state() == stored

    house = words_of(client.get(reverse("records")))
    assert "from cards" in house
    assert "places only" in words_of(client.get(reverse("records_champions")))
    karla = Person.objects.get(name="Karla")
    for address in (
        reverse("home"), reverse("event_list"), reverse("winners"),
        reverse("person", args=[karla.pk]), reverse("person_evenings", args=[karla.pk]),
    ):  # fmt: skip
        shown = words_of(client.get(address))
        assert "Cottage" in shown, address
        assert "2008" in shown
        assert "31 December" not in shown, address
    event = Event.objects.get(date="2004-12-26")
    for name in ("event", "event_standings", "winners", "records_evening", "event_export"):
        args = [] if name == "winners" else [event.pk]
        assert client.get(reverse(name, args=args), follow=True).status_code == 200, name
    with pytest.raises(Refused):
        reopen_event(event=event, actor=host_actor(event, event.owner), sure=True)
    words = words_of(client.post(at, {"act": "back"}, follow=True))
    assert "3 evenings were removed again." in words
    assert Event.objects.count() == 1


@pytest.mark.sql
def test_a_year_alone_is_no_day_anywhere(run: Any, client: Client) -> None:
    run(RESULTS)
    event = Event.objects.get()
    client.force_login(event.owner, backend=BACKEND)
    settings = reverse("event_settings", args=[event.pk])
    page = client.get(settings)
    assert b'value="1999"' in page.content
    assert b'name="date"' not in page.content
    changed = {"name": "The cottage", "place": "", "starts_at": "", "date": "1999-03-01"}
    assert client.post(settings, changed).status_code == 303
    event.refresh_from_db()
    assert (event.name, event.date.isoformat()) == ("The cottage", "1999-12-31")
    exported = client.get(reverse("event_export", args=[event.pk]))
    assert exported.headers["Content-Disposition"].endswith('"the-cottage-1999.json"')
    with pytest.raises(Refused, match="“The cottage” of 1999 is here already"):
        refuse_known(event.book, json.loads(exported.content))
    assert occasion(event).endswith(" · 1999")
    assert heading(event).date == "1999"
