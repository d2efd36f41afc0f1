"""The link in an address is read as the models would read it."""

import pytest

from tests.tournaments.evening import host, start
from tournaments.models import Link
from tournaments.selectors.links import link_of
from tournaments.services.access import ensure_links, revoke_link
from tournaments.services.events import update_event

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


@pytest.mark.parametrize("revoked", [False, True])
def test_every_field_is_what_the_models_give(event, django_assert_num_queries, revoked):
    if revoked:
        revoke_link(link=event.links.get(kind="table", table_number=2), actor=host(event))
    kept = Link.objects.select_related("event").get(event=event, kind="table", table_number=2)
    with django_assert_num_queries(1):
        found = link_of(kept.token)
        assert values(found) == values(kept)
        assert values(found.event) == values(kept.event)
        assert found.event.role_names["lady"]["one"] == "Dame"
    assert (found.revoked_at is not None) is revoked
    assert found.event.changed.utcoffset() is not None


def test_what_was_read_can_be_saved_again(event):
    found = link_of(event.links.get(kind="wall").token)
    found.event.place = "The barn"
    found.event.save()
    event.refresh_from_db()
    assert event.place == "The barn"


@pytest.mark.parametrize("token", ["", "nobody", "' OR 1=1 --", "\N{SNOWMAN}", "a\0b"])
def test_an_unknown_token_has_no_link(event, token):
    assert link_of(token) is None
