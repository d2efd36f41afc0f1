"""Lists of people: encodings, columns, what is wrong where, and that nothing is half kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.evening import a_user
from tournaments.models import Person
from tournaments.models.errors import Refused
from tournaments.models.event_games import usual_roles
from tournaments.models.families import usual_family
from tournaments.people.people_file import Listed, admissions, decoded, likeness, read_people

pytestmark = pytest.mark.django_db

LIST = "Name;Note;Role\nAnna Müller;from Łódź;f\nBo Lind;;m\n"


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(a_user())
    return client


def words(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def names(text: str) -> list[tuple[str, str]]:
    found = read_people(text, usual_roles())
    assert not found.problems, [one.message for one in found.problems]
    return [(one.name, one.note) for one in found.people]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_encoding_is_read(encoding: str) -> None:
    assert decoded(LIST.encode(encoding)).removeprefix("\ufeff") == LIST


def test_an_old_spreadsheet_is_read() -> None:
    assert decoded("Zoë Strauß; “Bertie”\n".encode("cp1252")) == "Zoë Strauß; “Bertie”\n"


def test_what_is_no_text_is_refused() -> None:
    for data in (b"\xff\xfe\x00", b"\x81\x8d\x8f"):
        with pytest.raises(Refused):
            decoded(data)


@pytest.mark.parametrize(
    "text",
    [
        "name,note\nAnn Lee,from Leeds\nBo,\n",
        "Note;Name\nfrom Leeds;Ann Lee\n;Bo\n",
        "First name\tLast name\tRemarks\nAnn\tLee\tfrom Leeds\nBo\t\t\n",
        "Phone,Full name,Comment\n12,Ann Lee,from Leeds\n,Bo,\n",
        "Ann Lee,from Leeds\nBo,\n",
        '"Name","Note"\r\n"Ann Lee","from Leeds"\r\n\r\n"Bo",""\r\n',
        "\ufeffNAME , NOTE\n Ann   Lee , from Leeds\nBo\n",
    ],
)
def test_columns_are_known_by_their_headings(text: str) -> None:
    assert names(text) == [("Ann Lee", "from Leeds"), ("Bo", "")]


def test_a_column_that_is_left_out_is_told() -> None:
    found = read_people("Phone,Name\n1,Ann\n")
    assert (found.columns, found.unused) == ([("name", "Name")], ["Phone"])


def test_roles_are_told_by_their_words() -> None:
    found = read_people(LIST, usual_roles())
    assert [one.role for one in found.people] == list(reversed(usual_roles()))


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("Name,Note\nAnn,a,b\nBo,\n", "line.wide", 2),
        ("Name,Note\nBo,\n,no name\n", "name.empty", 3),
        ("Name,Role\nAnn,boss\n", "line.role", 2),
        (f"Name\n{'x' * 81}\n", "name.long", 2),
        (f"Name,Note\nAnn,{'x' * 61}\n", "note.long", 2),
        ("Name\nAnn\x07\n", "line.signs", 2),
        ('Name,Note\nAnn,"from\n', "line.broken", 2),
        ('Name,Note\n"Ann ""A""\n Lee",x\n,y\n', "name.empty", 4),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, code: str, line: int) -> None:
    (problem,) = read_people(text, usual_roles()).problems
    assert (problem.code, problem.at) == (code, ("text", line))
    assert f"Line {line}" in problem.message


def test_a_list_without_names_says_how_to_call_them() -> None:
    (problem,) = read_people("Note,Role\nx,m\n", usual_roles()).problems
    assert "“Name”" in problem.message
    (problem,) = read_people(" \n\n").problems
    assert problem.code == "file.empty"


def test_alike_is_the_same_but_for_case_accents_and_order() -> None:
    assert likeness("MÜLLER, Anna") == likeness("Anna Muller")
    assert likeness("Ann Lee") != likeness("Anne Lee")


def test_who_is_known_listed_again_or_alike() -> None:
    Person.objects.create(name="Ann Lee")
    people = [
        Listed(number, name, note, "")
        for number, (name, note) in enumerate(
            [("Ann Lee", ""), ("Bo", ""), ("Bo", ""), ("lee ann", ""), ("Bo", "tall"), ("🂡", "")], 1
        )
    ]
    found = admissions(usual_family(), people)
    assert [(one.state, one.other) for one in found] == [
        ("known", ""),
        ("new", ""),
        ("again", "2"),
        ("alike", "Ann Lee"),
        ("new", ""),
        ("new", ""),
    ]


def test_whom_the_list_tells_apart_is_nobody_s_like() -> None:
    for name, note in (("Ann Lee", ""), ("Cy", ""), ("Zoë", "")):
        Person.objects.create(name=name, note=note)
    listed = [("Ann Lee", ""), ("Ann Lee", "from Leeds"), ("Cy", "tall"), ("ZOE", ""), ("Zoë", "")]
    people = [Listed(number, name, note, "") for number, (name, note) in enumerate(listed, 1)]
    assert [(one.state, one.other) for one in admissions(usual_family(), people)] == [
        ("known", ""),
        ("new", ""),
        ("alike", "Cy"),
        ("alike", "Zoë"),
        ("known", ""),
    ]


def test_nothing_is_kept_before_the_host_says_so(desk: Client) -> None:
    Person.objects.create(name="Bo Lind")
    url = reverse("people_import")
    file = SimpleUploadedFile("people.csv", LIST.encode("utf-16"), "text/csv")
    shown = desk.post(url, {"file": file})
    assert shown.status_code == 200
    page = words(shown)
    assert "1 person would be added" in page
    assert "already in your list" in page
    assert Person.objects.count() == 1
    sent = {"act": "keep", "text": LIST.replace("\n", "\r\n"), "seen": shown.context["seen"]}
    changed = desk.post(url, sent | {"text": "Cy"})
    assert changed.status_code == 200
    assert "1 person would be added" in words(changed)
    assert Person.objects.count() == 1
    kept = desk.post(url, sent)
    assert kept.status_code == 303
    anna = Person.objects.get(name="Anna Müller")
    assert (anna.note, anna.usual_role) == ("from Łódź", usual_roles()[1])
    again = desk.post(url, sent)
    assert again.status_code == 303
    assert Person.objects.count() == 2


def test_a_list_with_something_wrong_is_not_kept_at_all(desk: Client) -> None:
    url = reverse("people_import")
    text = "Name,Role\nAnn,\nBo,boss\n"
    for act in ("", "keep"):
        answer = desk.post(url, {"act": act, "text": text})
        assert answer.status_code == 422
        page = words(answer)
        assert "Line 3: “boss” is not a role here." in page
        assert "Bo,boss" in page
        assert "Add them" not in page
    assert not Person.objects.exists()


def test_the_host_decides_about_who_is_alike(desk: Client) -> None:
    Person.objects.create(name="Ann Lee")
    url, text = reverse("people_import"), "ann lee\nLEE ANN\n"
    shown = desk.post(url, {"text": text})
    assert words(shown).count("like Ann Lee") == 2
    sent = {"act": "keep", "text": text, "seen": shown.context["seen"]}
    desk.post(url, sent)
    assert Person.objects.count() == 1
    desk.post(url, sent | {"alike": ["2", "x", "99"]})
    assert set(Person.objects.values_list("name", flat=True)) == {"Ann Lee", "LEE ANN"}
    desk.post(url, sent | {"all_alike": "1"})
    assert Person.objects.filter(name="ann lee").count() == 1


def test_a_long_list_is_shown_in_few_lines_and_kept_whole(
    desk: Client, django_assert_max_num_queries: Any
) -> None:
    url = reverse("people_import")
    text = "Name\n" + "".join(f"Guest {number}\n" for number in range(1, 1_001)) + "guest 7\n"
    with django_assert_max_num_queries(6):
        shown = desk.post(url, {"text": text})
    page = words(shown)
    assert "1000 people would be added" in page
    assert "1 looks like somebody" in page
    assert "Line 1002 guest 7 like Guest 7" in page  # to be decided about, however far down
    assert "801 more lines" in page
    assert len(shown.context["rows"]) == 200
    with django_assert_max_num_queries(25):
        kept = desk.post(url, {"act": "keep", "text": text, "seen": shown.context["seen"]})
    assert kept.status_code == 303
    assert Person.objects.count() == 1_000


def test_of_many_wrong_lines_the_first_are_told(desk: Client) -> None:
    text = "Name,Role\n" + "Ann,boss\n" * 50
    page = words(desk.post(reverse("people_import"), {"text": text}))
    assert "50 things to settle first" in page
    assert page.count("is not a role here") == 20
    assert "… and 30 more." in page


def test_an_empty_form_and_hostile_files_are_refused(desk: Client) -> None:
    url = reverse("people_import")
    assert "Choose a file" in words(desk.post(url, {}))
    for data in (b"", b"\xff\xfe\x00", b"x" * 5_000_000, b"Name\n" + b"a\n" * 10_001):
        file = SimpleUploadedFile("people.csv", data, "text/csv")
        assert desk.post(url, {"file": file}).status_code == 422
    assert not Person.objects.exists()


@given(st.text(max_size=200) | st.text(alphabet='aä,;\t"\n\r ', max_size=60))
def test_any_text_is_read_or_told_what_is_wrong(text: str) -> None:
    found = read_people(text, usual_roles())
    assert found.people or found.problems or found.columns
    for one in found.people:
        assert one.name == " ".join(one.name.split())
        assert 0 < len(one.name) <= 80


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        text = decoded(data)
    except Refused:
        return
    assert read_people(text, usual_roles()) is not None
