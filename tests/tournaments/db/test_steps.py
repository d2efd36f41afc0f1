"""The register of steps: every one is in it, once, and nothing else is written into the log."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.sources import read_sources
from tests.tournaments.evening import an_event, host
from tournaments.apps import WITH_STEPS
from tournaments.db.current_values import WHOLE, LogLine, Steps, deals
from tournaments.db.steps import STEPS, Step, Touches, event_transaction, register, touched
from tournaments.models import Event, LogEntry
from tournaments.models.errors import Refused, refusal


@pytest.mark.django_db
def test_what_nobody_registered_cannot_be_written() -> None:
    event = an_event()
    before = event.version
    with pytest.raises(LookupError, match="danced"), event_transaction(event, host(event)) as step:
        step.log("seating.danced")
    event.refresh_from_db()
    assert event.version == before
    assert not LogEntry.objects.filter(code="seating.danced").exists()


def test_a_code_is_registered_once() -> None:
    with pytest.raises(ValueError, match="nudge"):
        register(Step("nudge", "Again."))


def test_a_step_is_undone_or_stands_aside() -> None:
    for code, step in STEPS.items():
        assert step.code == code
        assert len(code) <= LogEntry._meta.get_field("code").max_length
        assert not (step.undo and step.is_aside), code
        assert step.undo or not step.can_undo, code


def test_what_touches_one_thing_says_by_which_params() -> None:
    """A line that tells more may have changed more, so that all is read anew."""
    narrow = (Touches.REPORTS, Touches.ACCEPTANCE, Touches.ENTRY)
    assert all(step.params for step in STEPS.values() if step.touches in narrow)
    params = {"entry": 1, "keeps": True}
    assert touched("entry.keeps_chair", params) is Touches.ENTRY
    assert touched("entry.keeps_chair", {**params, "opened": 3}) is Touches.EVERYTHING
    assert touched("of.another.version", {}) is Touches.EVERYTHING


def test_every_module_with_steps_is_loaded_with_the_app() -> None:
    found = set()
    for source in read_sources("tournaments"):
        for node in source.nodes if "tournaments.db.steps" in source.text else ():
            is_ours = isinstance(node, ast.ImportFrom) and node.module == "tournaments.db.steps"
            if is_ours and any(name.name == "register" for name in node.names):
                found.add(source.name)
    assert found == set(WITH_STEPS)


@pytest.mark.django_db
def test_a_step_that_is_refused_leaves_the_event_as_it_is_stored() -> None:
    """Else whoever goes on with it takes what others write next for what it has read."""
    event = an_event()
    before = event.version, event.changed
    refused = refusal("event.finished", "The event is finished.")
    with pytest.raises(Refused), event_transaction(event, host(event)):  # noqa: PT012
        event.state = Event.State.FINISHED
        raise refused
    assert (event.version, event.changed) == before
    stored = Event.objects.get(pk=event.pk)
    assert (event.version, event.changed, event.state) == (*before, stored.state)


def step(code: str, **params: Any) -> LogLine:
    return LogLine(code, params)


@pytest.mark.parametrize(
    ("steps", "touched"),
    [
        ([], set()),
        ([step("report.added", set=2, table=3, deal=1, payload={})], {(2, 3, 1)}),
        ([step("dispute.noted", set=2, table=3, deal=4, objector="Ann")], {(2, 3, 4)}),
        ([step("dispute.noted", set=None, table=None, deal=None)], None),
        ([step("nudge", table=3), step("link.made", table=3)], set()),
        ([step("report.added", set=2, table=3, deal=1, opened=3)], None),
        ([step("bell.last", set=2, table=3, id=7, before=None, last=2)], {(2, 3, WHOLE)}),
        ([step("bell.last", set=2, table=3, id=7, before=None, last=2, draft=9)], None),
        ([step("dispute.decided", set=2, table=3, deal=4)], None),
        ([step("report.added", set=2, table=3, deal=1), step("something.new")], None),
    ],
)
def test_steps_tell_which_deals_of_boards_they_touch(steps: Steps, touched: Any) -> None:
    assert deals(steps) == touched
