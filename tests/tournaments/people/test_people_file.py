"""Lists of people: encodings, columns, what is wrong where, and that nothing is half kept."""

from __future__ import annotations

import io
import re
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.evening import a_user, an_event, refuses
from tests.tournaments.visits import words_of
from tournaments.models import Person
from tournaments.models.errors import Refused
from tournaments.models.event_games import usual_roles
from tournaments.models.families import family_of, usual_family
from tournaments.people.list_tables import (
    column_question,
    columns_of,
    heading_kinds,
    read_file,
    read_table,
)
from tournaments.people.names import ParsedName, parse_names
from tournaments.people.people_file import (
    Admission,
    Decisions,
    admissions,
    guests_of_file,
    lookalikes,
    read_people,
)
from tournaments.people.selectors import people_list

pytestmark = pytest.mark.django_db

LIST = "Name;Note;Role\nAnna Müller;from Łódź;f\nBo Lind;;m\n"


def decoded(data: bytes) -> str:
    return read_file(data)[0].text


def listed(number: int, name: str, note: str) -> ParsedName:
    return ParsedName(name, note, None, number)


def names(text: str) -> list[tuple[str, str]]:
    people_file = read_people(text, usual_roles())
    assert not people_file.problems, [problem.message for problem in people_file.problems]
    return [(person.name, person.note) for person in people_file.people]


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
        "Wer;Ort\n1. Ann Lee;from Leeds\n2) Bo;\n",
        "Guest;Phone;Note\n- Ann Lee;0171 1;from Leeds\n• Bo;0171 2;\n",
        "| Name | Note |\n|:-----|---:|\n| Ann Lee | from Leeds |\n| Bo | |\n",
        "Name | Note\n--- | ---\nAnn Lee | from Leeds\nBo |\n",
        "Player name\tSeat\tNote\nAnn Lee +49 171 2345\t3\tfrom Leeds\nBo <bo@x.org>\t4\t\n",
    ],
)
def test_columns_are_known_by_their_headings(text: str) -> None:
    assert names(text) == [("Ann Lee", "from Leeds"), ("Bo", "")]


MAILS = (
    "Hi all,\n\nhere is the list for Friday:\n\nAnn\nBo\nCy\nDi\n\nBest, Bo\n",
    "Hallo zusammen\n1. Ann\n2. Bo\n3. Cy\n\nLiebe Grüße\nDi\n",
    "Ann\nBo\nCy\nDi\n\nMany thanks,\nBo",
    "| Ann |\n| Bo |\n| Cy |\n| Di |\n",
)


@pytest.mark.parametrize(
    "text",
    [
        "Ann, Bo, Cy, Di\n",
        "Ann <a@x.org>; Bo <b@x.org>; Cy c@x.org; Di d@x.org",
        "1 - Ann\n2 - Bo\n3 - Cy\n4 - Di",
        *MAILS,
    ],
)
def test_people_are_told_from_what_stands_beside_them(text: str) -> None:
    assert [name for name, _note in names(text)] == ["Ann", "Bo", "Cy", "Di"]
    if text in MAILS:  # typed, too
        assert [person.name for person in parse_names(text)] == ["Ann", "Bo", "Cy", "Di"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Lee,Ann\nBy,Bo\n", ["last", "first"]),
        ("Ann,from Leeds\nBo,\n", ["name", "note"]),
        ("Ann\nBo\nBest, Anna\n", ["last", "first"]),
        ("12;Ann Lee;x9\n13;Bo By;x8\n", ["", "name", ""]),
    ],
)
def test_the_host_sees_as_what_each_column_is_read(text: str, kinds: list[str]) -> None:
    assert [column.kind for column in columns_of(read_table(text))] == kinds


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("Name,Note\nAnn,a,b\nBo,\n", "line.wide", 2),
        ("Name,Note\n,no name\n", "names.empty", 2),
        ("Name,Role\nAnn,boss\n", "line.role", 2),
        (f"Name\n{'x' * 81}\n", "name.long", 2),
        (f"Name,Note\nAnn,{'x' * 61}\n", "note.long", 2),
        ("Name\nAnn\x07\n", "line.signs", 2),
        ('Name,Note\nAnn,"from\n', "line.broken", 2),
        ('Name,Role\n"Ann ""A""\n Lee",\nBo,boss\n', "line.role", 4),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, code: str, line: int) -> None:
    (problem,) = read_people(text, usual_roles()).problems
    assert (problem.code, problem.at) == (code, ("text", line))
    assert f"Line {line}" in problem.message


def test_a_list_without_names_asks_which_column_holds_them() -> None:
    people_file = read_people("Note;Role\nx;m\n", usual_roles())
    assert people_file.asks
    assert not people_file.people
    assert people_file.table.separator_words == "semicolons"
    assert column_question(people_file.table)["asks"]
    assert column_question(read_people("Ann\nBo\n").table) == {}
    (problem,) = read_people(" \n\n").problems
    assert problem.code == "file.empty"


def test_two_of_one_name_are_two_people_unless_their_lines_are_the_same() -> None:
    text = "Name,Town,Age\nAnn,Leeds,4\nANN,leeds,4\nAnn,Leeds,5\nAnn,Hull,4\nAnn,Hull,4\n"
    file = read_people(text)
    rows = admissions(usual_family(), file.people, file.lines)
    assert [(row.state, row.other, row.is_taken) for row in rows] == [
        ("new", "", True),
        ("again", "2", False),
        ("again", "2", True),  # of another age
        ("again", "2", True),
        ("again", "5", False),
    ]
    assert chosen(rows) == [0, 2, 3]
    assert chosen(rows, {0: False, 1: True, 3: False}) == [0, 1, 2]
    assert chosen(rows, {4: True}, rest=False) == [0, 4]
    assert chosen(rows, {2: False}, rest=True) == [0, 1, 3, 4]


def chosen(
    rows: list[Admission], decided: dict[int, bool] | None = None, rest: bool | None = None
) -> list[int]:
    return [row.number for row in Decisions(decided or {}, rest).choose(rows)]


def test_nothing_is_kept_before_the_host_says_so(laptop: Client) -> None:
    Person.objects.create(name="Bo Lind")
    url = reverse("people_import")
    file = SimpleUploadedFile("people.csv", LIST.encode("utf-16"), "text/csv")
    response = laptop.post(url, {"file": file})
    assert response.status_code == 200
    page = words_of(response)
    assert re.search(r"\b1 of \d+ lines is new", page)
    assert "known" in page
    assert Person.objects.count() == 1
    values = {"act": "keep", "text": LIST.replace("\n", "\r\n"), "seen": response.context["seen"]}
    changed = laptop.post(url, values | {"text": "Cy"})
    assert changed.status_code == 200
    assert re.search(r"\b1 of \d+ lines is new", words_of(changed))
    assert Person.objects.count() == 1
    kept = laptop.post(url, values)
    assert kept.status_code == 303
    anna = Person.objects.get(name="Anna Müller")
    assert (anna.note, anna.usual_role) == ("from Łódź", usual_roles()[1])
    again = laptop.post(url, values)
    assert again.status_code == 303
    assert Person.objects.count() == 2


def test_a_line_without_a_name_is_left_out_and_told(laptop: Client) -> None:
    url, text = reverse("people_import"), "Name,Note\nBo,\n,no name\nCy,\n"
    response = laptop.post(url, {"text": text})
    assert "Left out Line 3 has no name." in words_of(response)
    assert "Add 2 people" in words_of(response)
    assert "Two people" not in words_of(response)
    laptop.post(url, {"act": "keep", "text": text, "seen": response.context["seen"]})
    assert set(Person.objects.values_list("name", flat=True)) == {"Bo", "Cy"}
    mail = words_of(laptop.post(url, {"text": "Hi all,\nBo\nDi\nLG Bo\n"}))
    assert "Left out Lines 1, 4 are the greeting and the end of a mail." in mail
    known = words_of(laptop.post(url, {"text": text}))
    assert "0 new people, 2 known" in known
    assert "Add 0" not in known
    with refuses("names.empty"):  # whoever comes to an event is missed there
        guests_of_file(read_people(text))


def test_the_host_decides_about_who_is_alike(laptop: Client) -> None:
    Person.objects.create(name="Ann Lee")
    url, text = reverse("people_import"), "ánn lee\nLEE ANN\nANN  LEE\n"
    response = laptop.post(url, {"text": text})
    assert words_of(response).count("The same as Ann Lee") == 2
    assert "there as Ann Lee" in words_of(response)
    assert "2 new people, 1 known" in words_of(response)
    values = {"text": text, "seen": response.context["seen"]}
    assert "1 new person, 1 known" in words_of(laptop.post(url, values | {"who-0": "same"}))
    every = laptop.post(url, values | {"all": "same", "who-0": "two"})
    assert "0 new people, 1 known" in words_of(every)
    assert "Add" not in words_of(every).split("Check again")[1]
    laptop.post(url, values | {"act": "keep", "rest": every.context["rest"]})
    assert Person.objects.count() == 1
    laptop.post(url, values | {"act": "keep", "who-0": "same", "who-2": "two", "who-99": "two"})
    assert set(Person.objects.values_list("name", flat=True)) == {"Ann Lee", "LEE ANN"}
    offered = words_of(laptop.get(reverse("people")))
    assert "Perhaps one person Ann Lee and LEE ANN" in offered  # merged by the host alone


def test_a_long_list_is_shown_in_few_lines_and_kept_whole(
    laptop: Client, django_assert_max_num_queries: Any
) -> None:
    url = reverse("people_import")
    text = "Name\n" + "".join(f"Guest {number}\n" for number in range(1, 1_000)) + "gúest 7\n"
    with django_assert_max_num_queries(6):
        response = laptop.post(url, {"text": text})
    page = words_of(response)
    assert re.search(r"\b1000 of \d+ lines are new", page)
    assert "1 line has the name of somebody else, or nearly." in page
    assert "Line 1001 gúest 7 nearly the same name" in page  # asked about, however far down
    assert "800 more lines" in page
    assert len(response.context["rows"]) == 200
    with django_assert_max_num_queries(25):
        kept = laptop.post(url, {"act": "keep", "text": text, "seen": response.context["seen"]})
    assert kept.status_code == 303
    assert Person.objects.count() == 1_000


def test_an_empty_form_and_hostile_files_are_refused(laptop: Client) -> None:
    url = reverse("people_import")
    assert "Choose a file" in words_of(laptop.post(url, {}))
    for data in (b"", b"\xff\xfe\x00", b"x" * 5_000_000, b"Name\n" + b"a\n" * 10_001):
        file = SimpleUploadedFile("people.csv", data, "text/csv")
        assert laptop.post(url, {"file": file}).status_code == 422
    assert not Person.objects.exists()


@given(st.text(max_size=200) | st.text(alphabet='aä,;\t"\n\r ', max_size=60))
def test_any_text_is_read_or_told_what_is_wrong(text: str) -> None:
    people_file = read_people(text, usual_roles())
    assert (
        people_file.people or people_file.problems or people_file.table.headings or people_file.asks
    )
    for person in people_file.people:
        assert person.name == " ".join(person.name.split())
        assert 0 < len(person.name) <= 80


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        text = decoded(data)
    except Refused:
        return
    assert read_people(text, usual_roles()) is not None


# --- one reader for every door --------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["Smith, John", "Smith; John", "Smith\tJohn", '"Smith, John"', "John Smith", "Smith,John"],
)
def test_a_surname_that_stands_first_is_turned_round_at_every_door(line: str) -> None:
    assert [name.name for name in parse_names(line)] == ["John Smith"]
    assert names(f"{line}\n") == [("John Smith", "")]
    assert names(f'Name;Note\n"{line.strip(chr(34))}";tall\n') == [("John Smith", "tall")] or (
        ";" in line or "\t" in line
    )
    assert [guest.name for guest in guests_of_file(read_people(f"{line}\n"))] == ["John Smith"]


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("Vorname Nachname Bemerkung", ["first", "last", "note"]),
        ("Prénom Nom Ville", ["first", "last", "note"]),
        ("Nom Remarque", ["name", "note"]),
        ("Nombre Apellidos Ciudad", ["first", "last", "note"]),
        ("Nome Cognome Note", ["first", "last", "note"]),
        ("Voornaam Achternaam Plaats", ["first", "last", "note"]),
        ("Imię Nazwisko Uwagi", ["first", "last", "note"]),
        ("Age Colour", ["", ""]),
    ],
)
def test_headings_are_known_in_seven_languages(heading: str, kinds: list[str]) -> None:
    assert heading_kinds(heading.split()) == kinds


@pytest.mark.parametrize(
    "text", ["Best, Ann\nLove, Bo\n", "Hoi Ann,\nBo,\n", "Anna\nBo Lee\nBest, Ann\n"]
)
def test_names_that_look_like_words_of_a_mail_stay(text: str) -> None:
    people_file = read_people(text)
    assert (people_file.table.mail, people_file.table.titles) == ([], [])
    assert len(people_file.people) == len(text.splitlines())


def test_titles_sep_lines_and_headings_again_are_nobody() -> None:
    text = "sep=;\nSummer party 2026;;\n\nName;Age\nAnn;12\nBo;\n"
    people_file = read_people(text)
    assert [(person.name, person.line) for person in people_file.people] == [("Ann", 5), ("Bo", 6)]
    assert people_file.table.titles == [2]
    assert [name.name for name in parse_names(text)] == ["Ann", "Bo"]
    text = (
        "Nachname;Vorname;Rolle\nMüller;Jörg;H\nNachname;Vorname;Rolle\nKlein;Zoë;D\nBy;Bo;Herr\n"
    )
    people_file = read_people(text, usual_roles())
    assert not people_file.problems
    first, second = usual_roles()
    people = [("Jörg Müller", first), ("Zoë Klein", second), ("Bo By", first)]
    assert [(person.name, person.role) for person in people_file.people] == people
    assert people_file.table.titles == [3]


def test_titles_stay_nobody_once_the_columns_are_named() -> None:
    text = "Gäste am 28.;;\nWer;Woher;Telefon\nAnn;Köln;1\n"
    with_heading = read_table(text, ("name", "note", ""), has_heading=True)
    assert (with_heading.titles, with_heading.headings[0]) == ([1], "Wer")
    assert [line for line, _cells in with_heading.rows] == [3]
    without = read_table(text, ("name", "note", ""), has_heading=False)
    assert (without.asks, [line for line, _cells in without.rows]) == (False, [2, 3])
    known = read_table("Guests;\nName;Note\nAnn;x\n", ("name", "note"), has_heading=False)
    assert [line for line, _cells in known.rows] == [2, 3]


def test_the_page_asks_which_column_is_which(laptop: Client) -> None:
    url, text = reverse("people_import"), "Név;Kor;Hely\nNagy Anna;12;Pécs\nKis Béla;31;Győr\n"
    response = laptop.post(url, {"text": text})
    page = words_of(response)
    assert "Which column is which?" in page
    assert "separated by semicolons" in page
    assert "lines are new" not in page
    assert laptop.post(url, {"text": text, "act": "keep"}).status_code == 200
    assert not Person.objects.exists()
    chosen = {"text": text, "column": ["name", "", "note"], "heading": "1"}
    response = laptop.post(url, chosen)
    assert re.search(r"\b2 of \d+ lines are new", words_of(response))
    assert laptop.post(url, {"text": text, "column": ["", "", "note"]}).status_code == 422
    kept = laptop.post(url, chosen | {"act": "keep", "seen": response.context["seen"]})
    assert kept.status_code == 303
    assert set(Person.objects.values_list("name", "note")) == {
        ("Nagy Anna", "Pécs"),
        ("Kis Béla", "Győr"),
    }


def workbook(*rows: tuple[Any, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.create_sheet("second").append(("Nobody",))
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_a_workbook_is_read_from_its_first_sheet(laptop: Client) -> None:
    data = workbook(
        ("Guests",), ("Name", "Age"), ('Nora "O’Brien", jr.', 12), (), ("Bo\nLind", None)
    )
    file = SimpleUploadedFile("people.xlsx", data)
    response = laptop.post(reverse("people_import"), {"file": file})
    assert re.search(r"\b2 of \d+ lines are new", words_of(response))
    assert [row.listed.name for row, _taken in response.context["rows"]] == [
        'Nora "O’Brien"',
        "Bo Lind",
    ]
    for wrong in (b"PK\x03\x04 broken", data[: len(data) // 2]):
        file = SimpleUploadedFile("people.xlsx", wrong)
        assert laptop.post(reverse("people_import"), {"file": file}).status_code == 422


def test_two_lines_of_one_name_can_be_two_people(laptop: Client) -> None:
    url, text = reverse("people_import"), "Ann\nBo\nANN\nann\n"
    response = laptop.post(url, {"text": text})
    page = words_of(response)
    assert "2 lines have the names of somebody else" in page
    assert page.count("the same line again") == 2
    assert "2 of 4 lines are new" in page
    answers = {"text": text, "seen": response.context["seen"], "who-2": "two", "who-1": "out"}
    assert "2 of 4 lines are new" in words_of(laptop.post(url, answers))  # without Bo
    laptop.post(url, answers | {"act": "keep"})
    assert set(Person.objects.values_list("name", "note")) == {("Ann", ""), ("ANN", "2")}


@pytest.mark.parametrize(
    ("text", "coding"),
    [
        ("Name\nŁukasz Żak\nJiří Dvořák\n", "cp1250"),
        ("Name\nJörg Müller\nÉlodie Garçon\n", "cp1252"),
        ("Name\nИван Петров\n", "cp1251"),
        ("Name\nΕλένη Παπαδοπούλου\n", "cp1253"),
        ("Name\nJosé Peña\nZoë\n", "mac_roman"),
    ],
)
def test_letters_in_whatever_coding_are_read(text: str, coding: str) -> None:
    assert decoded(text.encode(coding)) == text


def test_doubtful_letters_are_shown_with_a_choice(laptop: Client) -> None:
    url = reverse("people_import")
    data = "Name\nŁukasz Żak\n".encode("cp1250")
    response = laptop.post(url, {"file": SimpleUploadedFile("people.csv", data)})
    assert "Are the letters right?" in words_of(response)
    assert "Łukasz, Żak" in words_of(response)
    form = {"text": response.context["form"].initial["text"], "coding": response.context["coding"]}
    western = laptop.post(url, form | {"reading": "cp1252"})
    assert "£ukasz" in words_of(western)
    form = {"text": western.context["form"].initial["text"], "coding": western.context["coding"]}
    assert "Łukasz Żak" in words_of(laptop.post(url, form | {"reading": "cp1250"}))
    plain = laptop.post(url, {"file": SimpleUploadedFile("people.csv", "Name\nŁukasz".encode())})
    assert "Are the letters right?" not in words_of(plain)


# --- who may stand in the book twice --------------------------------------------------------------


def test_two_who_may_be_one_person_are_asked_about_and_not_merged(client: Client) -> None:
    user = a_user()
    client.force_login(user)
    family = family_of(user)
    written = (
        ("Nora O’Brien", ""), ("o'brien nora", ""), ("Ann Baker", ""), ("Ann Baker", "Leeds"),
        ("Quill Peter", ""), ("Peter Quill", ""), ("Bo Lind", ""),
    )  # fmt: skip
    people = {
        (name, note): Person.objects.create(family_id=family, name=name, note=note)
        for name, note in written
    }
    page = words_of(client.get(reverse("people")))
    assert "Perhaps one person" in page
    assert page.count("Never at one evening together.") == 2
    assert "Peter Quill and Quill Peter" in page
    both = [people["Quill Peter", ""], people["Peter Quill", ""]]
    event = an_event(0, owner=user)
    for person in both:
        event.entries.create(person=person, name=person.name)
    assert page.count("Make them one") == 2
    again = lookalikes(people_list(family))
    assert [{row.name for row in pair} for pair in again] == [{"Nora O’Brien", "o'brien nora"}]
    assert Person.objects.filter(merged_into=None).count() == len(written)
