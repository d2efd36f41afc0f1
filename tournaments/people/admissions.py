"""People out of a list that come into the book: who is new, who is there, and taking them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tournaments.models import Person, told_apart
from tournaments.people.people_file import Listed, likeness
from tournaments.staging import Staging, remove_broken, slices

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

AT_ONCE = 1000  # people who are written in one transaction
State = Literal["new", "alike", "known", "again"]


@dataclass(frozen=True, slots=True)
class Admission:
    """What becomes of somebody in a list: `new`; `known` in the book by name and note; listed
    `again`, as on the line of `other`; or `alike` to somebody (`other`), so that the host decides.
    """

    listed: Listed
    state: State
    other: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the person comes in unless the host says otherwise."""
        return self.state == "new"


def admissions(family: int, people: Sequence[Listed]) -> list[Admission]:
    """What would become of each of a list. One query.

    Nobody is alike to somebody of the same name who is in the list as well: the list has them as
    two, told apart by their notes.
    """
    book = Person.objects.filter(family_id=family, merged_into=None).order_by("name", "note", "pk")
    known = dict.fromkeys(book.values_list("name", "note"))
    listed = {(one.name, one.note) for one in people}
    like: dict[str, dict[tuple[str, bool], tuple[str, str]]] = {}  # one of each name, listed or not
    for key in known:
        like.setdefault(likeness(key[0]), {}).setdefault((key[0], key in listed), key)
    seen: dict[tuple[str, str], int] = {}
    found = []
    for one in people:
        key, looks = (one.name, one.note), likeness(one.name)
        others = like.setdefault(looks, {}) if looks else {}
        other = next((others[it] for it in others if it != (one.name, True)), None)
        if key in known:
            found.append(Admission(one, "known"))
        elif key in seen:
            found.append(Admission(one, "again", str(seen[key])))
        elif other:
            found.append(Admission(one, "alike", told_apart(*other)))
        else:
            found.append(Admission(one, "new"))
        others.setdefault((one.name, True), key)
        seen.setdefault(key, one.line)
    return found


def admit(*, family: int, people: Sequence[Listed], alike: Collection[int] = ()) -> int:
    """Take the new people of a list into the book, and those on the lines `alike`, who look like
    somebody else: all of them or, if anything fails, nobody. Who is known already stays as is.
    Returns how many came."""
    remove_broken()
    taken = [
        one.listed
        for one in admissions(family, people)
        if one.is_taken or (one.state == "alike" and one.listed.line in alike)
    ]
    staging = Staging.begin(family)
    try:
        for some in slices(taken, AT_ONCE):
            rows = [
                Person(family=staging.family, name=one.name, note=one.note, usual_role=one.role)
                for one in some
            ]
            with staging.batch():
                Person.objects.bulk_create(rows)
        with staging.publishing():
            pass
    except BaseException:
        staging.give_up()
        raise
    staging.finish()
    return staging.admitted
