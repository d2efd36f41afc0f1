"""The link in an address is read as the models would read it."""

import pytest

from tests.tournaments.evening import host, play, start
from tournaments.access.selectors import link_of, link_with_table
from tournaments.access.services import ensure_links, revoke_link
from tournaments.boards.event_tables import table_of
from tournaments.events.services import update_event
from tournaments.models import Link

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = start(people=8)
    role_names = {"lady": {"one": "Dame", "many": "Damen"}}
    update_event(event=event, actor=host(event), role_names=role_names)
    ensure_links(event)
    return event


def values(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.sql
@pytest.mark.parametrize("revoked", [False, True])
def test_every_field_is_what_the_models_give(event, django_assert_num_queries, revoked):
    if revoked:
        revoke_link(link=event.links.get(kind="table", table_number=2), actor=host(event))
    kept = Link.objects.select_related("event").get(event=event, kind="table", table_number=2)
    with django_assert_num_queries(1):
        link = link_of(kept.token)
        assert values(link) == values(kept)
        assert values(link.event) == values(kept.event)
        assert link.event.role_names["lady"]["one"] == "Dame"
    assert (link.revoked_at is not None) is revoked
    assert link.event.changed.utcoffset() is not None


@pytest.mark.parametrize("token", ["", "nobody", "' OR 1=1 --", "\N{SNOWMAN}", "a\0b"])
def test_an_unknown_token_has_no_link(event, token):
    assert link_of(token) is None
    assert link_with_table(token, 1) is None


@pytest.mark.sql
@pytest.mark.parametrize("number", [1, 2])
def test_a_link_comes_with_its_table_in_the_set_that_was_asked_for(
    event, django_assert_num_queries, number
):
    play(event, sets=2)
    kept = event.links.get(kind="table", table_number=2)
    expected = event.seatings.get(set_number=number, state="published").tables.get(number=2)
    with django_assert_num_queries(1):
        found = link_with_table(kept.token, number)
        assert found.table == expected
        assert found.table.seating == expected.seating
        assert found.table.seating.event is found.event
    roles = tuple(expected.seats.order_by("chair").values_list("role", flat=True))
    assert found.table.roles_by_chair == roles
    assert len(roles) == 4
    assert table_of(event, number, 2) == found.table
    assert values(found) == values(kept)  # what was left out is read when asked for
    assert values(found.event) == values(kept.event)
