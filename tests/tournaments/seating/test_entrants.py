"""A pair is one entrant, at a table or sitting out, in whatever order its rows are read."""

from __future__ import annotations

import importlib
import json
from random import Random
from typing import Any

import pytest
from django.apps import apps

from tests.tournaments.evening import a_user, host
from tests.tournaments.events import test_knockout as evenings
from tests.tournaments.events.test_drives_without_roles import an_event, played
from tests.tournaments.events.test_knockout import places, play, show
from tests.tournaments.seating.test_late_seats import come, sit_down
from tournaments.boards.hall import Hall
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.log.services import undo_last
from tournaments.models import Event, SitOut
from tournaments.seating import draws, late_seats
from tournaments.seats.requests import past_sets
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
migration = importlib.import_module("tournaments.migrations.0028_partners_of_sit_outs")


def pairs_out(event: Event) -> dict[int, set[frozenset[int]]]:
    """The pairs that sit out, by set."""
    rows = Hall.now(event).drive
    return {
        record.number: {
            frozenset((rows.entry_ids[one], rows.entry_ids[two]))
            for one, two in record.partners.items()
        }
        for record in rows.drive.sets
    }


def turn_round(event: Event) -> None:
    """Make the rows of all sit-outs anew, the last first."""
    waits = list(SitOut.objects.filter(seating__event=event).order_by("-pk"))
    SitOut.objects.filter(seating__event=event).delete()
    for wait in waits:
        wait.pk = None
        wait.save()


def next_seats(event: Event) -> list[tuple[int, int, int]]:
    draft = draws.draw(event=event, actor=host(event), seed=3)
    rows = sorted(draft.seats.values_list("table__number", "chair", "entry"))
    draws.discard_draft(event=event, actor=host(event))
    return rows


def test_rows_and_files_of_earlier_versions_tell_it_by_their_order() -> None:
    event = played("swiss", 2, people=11)
    wanted = pairs_out(event)
    text = json.dumps(export_event(event))
    assert '"partner"' in text
    former: Any = json.loads(text)
    for seating in former["seatings"]:
        for out in seating["sitting_out"]:
            out.pop("partner", None)
    for document in (json.loads(text), former):
        copy = import_event(owner=a_user(f"other {len(str(document))}"), data=document)
        names = dict(copy.entries.values_list("pk", "name"))
        own = dict(event.entries.values_list("pk", "name"))
        assert {
            number: {frozenset(names[who] for who in pair) for pair in pairs}
            for number, pairs in pairs_out(copy).items()
        } == {
            number: {frozenset(own[who] for who in pair) for pair in pairs}
            for number, pairs in wanted.items()
        }
        assert score_file(copy)["sets"] == score_file(event)["sets"]
    SitOut.objects.filter(seating__event=event).update(partner=None)
    migration.keep_pairs(apps, None)
    event.version += 1
    event.save(update_fields=["version"])
    assert pairs_out(event) == wanted


def test_people_who_play_alone_have_no_partner() -> None:
    event = an_event("swiss", 9, game="hearts")
    show(event)
    assert not pairs_out(event)[1]
    migration.keep_pairs(apps, None)
    assert not SitOut.objects.exclude(partner=None).exists()


def test_an_unknown_partner_is_refused_with_its_place() -> None:
    event = played("swiss", 1, people=11)
    document = json.loads(json.dumps(export_event(event)))
    outs = document["seatings"][0]["sitting_out"]
    pair = [out for out in outs if "partner" in out]
    pair[0]["partner"] = document["seatings"][0]["tables"][0]["chairs"][0]["person"]
    with pytest.raises(Exception, match="partner"):
        import_event(owner=a_user("other"), data=document)


# --- divisions ------------------------------------------------------------------------------------


DIVIDED = (("golf", 15, ["Zoe"]), ("euchre", 30, ["Zoe", "Yan"]))


def divided(game: str, people: int) -> Event:
    """Three divisions of an odd number of entrants, before anything is played."""
    event = evenings.an_event(people, game, "pairs", rounds=5, deals=1, divisions=3)
    show(event)
    return event


def divisions(event: Event) -> dict[str, str]:
    return {row.name: row.division for row in standings(event).rows}


def read_again(event: Event) -> Event:
    """The event as it is read after a change of its rows beside the log."""
    again = Event.objects.get(pk=event.pk)
    again.version += 1
    again.save(update_fields=["version"])
    return again


@pytest.mark.parametrize(("game", "people", "guests"), DIVIDED)
def test_a_bye_belongs_to_its_division_in_whatever_order(
    game: str, people: int, guests: list[str]
) -> None:
    event, chance = divided(game, people), Random(3)
    come(event, *guests)
    place, drawn = late_seats.find_open_seats(event), past_sets(Hall.now(event), 1)[0].divisions
    assert len(drawn) == 3 * len(guests)
    turn_round(event)
    event = read_again(event)
    assert late_seats.find_open_seats(event) == place
    table = sit_down(event)
    assert (table.late, table.division) == (True, 2)
    undo_last(event=event, actor=host(event))
    assert past_sets(Hall.now(event), 1)[0].divisions == drawn
    assert sit_down(event).division == 2
    late = dict.fromkeys(event.entries.filter(name__in=guests).values_list("pk", flat=True), 2)
    assert past_sets(Hall.now(event), 1)[0].divisions == drawn | late
    play(event, chance)
    show(event)
    play(event, chance)
    before = divisions(event), places(event), standings(event).rows, next_seats(event)
    assert {before[0][name] for name in guests} == {"Division C"}
    turn_round(event)
    event = read_again(event)
    assert (divisions(event), places(event), standings(event).rows, next_seats(event)) == before


def test_an_unknown_division_is_refused_with_its_place() -> None:
    document = json.loads(json.dumps(export_event(divided("golf", 15))))
    document["seatings"][0]["sitting_out"][1]["division"] = 0
    with pytest.raises(Exception, match="division"):
        import_event(owner=a_user("other"), data=document)
