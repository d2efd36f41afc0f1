"""Plain statements go straight to the driver, and yet behave as Django's do."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from tests.tournaments.evening import start
from tournaments.db.rows import all_rows, first_row, rows_of, to_database
from tournaments.models import Event

pytestmark = [pytest.mark.sql, pytest.mark.django_db]

VERSION = "SELECT version FROM tournaments_event WHERE id = %(event)s AND name LIKE '%%'"
SAME = "UPDATE tournaments_event SET id = %(other)s WHERE id = %(event)s RETURNING id"


@pytest.fixture
def event():
    return start(people=8)


def test_values_go_by_name_and_in_order(event):
    assert first_row(VERSION, {"event": event.pk}) == (event.version,)
    assert first_row(VERSION, {"event": 0}) is None
    statement = "SELECT id FROM tournaments_event WHERE id IN ({ids}) ORDER BY id"
    assert rows_of(statement, [event.pk, 0]) == [(event.pk,)]
    assert all_rows("SELECT id FROM tournaments_event WHERE id < %s", (0,)) == []


@pytest.mark.parametrize("listens", [False, True])
def test_what_fails_is_djangos_own_error(event, listens):
    other = Event.objects.get(pk=event.pk)
    other.pk = None
    other.save()
    connection.force_debug_cursor = listens
    try:
        with pytest.raises(IntegrityError), transaction.atomic():
            first_row(SAME, {"event": event.pk, "other": other.pk})
    finally:
        connection.force_debug_cursor = False
    assert first_row(VERSION, {"event": event.pk}) is not None


def test_nothing_is_asked_in_a_transaction_that_is_to_be_rolled_back(event):
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            first_row(VERSION, {"event": event.pk})
        transaction.set_rollback(False)


@pytest.mark.parametrize("microsecond", [0, 7, 123456])
def test_a_moment_is_kept_as_django_keeps_it(microsecond):
    now = timezone.now().replace(microsecond=microsecond)
    assert to_database(now) == connection.ops.adapt_datetimefield_value(now)


def test_a_statement_without_sense_says_so():
    with pytest.raises(DatabaseError), transaction.atomic():
        first_row("SELECT nothing FROM nowhere WHERE 1 = %(one)s", {"one": 1})
