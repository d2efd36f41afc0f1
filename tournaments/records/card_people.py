"""Names on score cards and the people of the house: who is known, who is asked about."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.records.score_cards.values import fold
from tournaments.models import Person
from tournaments.people.people_file import likeness
from tournaments.web.paging import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

NEW = 0  # the answer that a name is somebody new
TWIN = -1  # the answer that a name is another spelling of one in the same file
SHORTEST = 3  # letters of a first name that may stand for a longer one
MOST_OFFERED = 6


@dataclass(frozen=True, slots=True)
class CardPerson:
    """A name on cards: in so many evenings, and the person of the house (`person_id` 0: somebody
    new, None: to be asked) with the name in the book. `offers` are people who look alike, by
    number."""

    name: str
    evenings: int
    person_id: int | None
    person_name: str = ""
    offers: tuple[tuple[int, str], ...] = ()
    has_same_name: bool = False  # somebody of the house is called just so
    twin: str = ""  # a name in the same file that looks alike, of somebody new

    @property
    def key(self) -> str:
        """The name as answers have it."""
        return fold(self.name)


class PeopleMatcher:
    """Matches names with the people of a family. Two statements at most, however many names."""

    def __init__(self, family: int, earlier: Mapping[str, int]) -> None:
        """`earlier`: people whom earlier cards called by a name, by folded name."""
        self.earlier = earlier
        self.book: dict[int, str] = {}
        self.exact: dict[str, list[int]] = defaultdict(list)
        self.alike: dict[str, list[int]] = defaultdict(list)
        self.words: list[tuple[list[str], int]] = []
        people = Person.objects.in_book(family).order_by("pk")
        for person in people:
            self.book[person.pk] = str(person)
            self.exact[fold(person.name)].append(person.pk)
            self.alike[likeness(person.name)].append(person.pk)
            self.words.append((plain(person.name).split(), person.pk))

    def match(
        self, names: Mapping[str, str], counts: Mapping[str, int], answers: Mapping[str, int]
    ) -> dict[str, CardPerson]:
        """Return everybody by folded name. `names` as written, `counts` of evenings, `answers`:
        numbers of people, 0 for somebody new."""
        people: dict[str, CardPerson] = {}
        new_people: dict[str, str] = {}  # by likeness: the first who is called so
        for key, name in sorted(names.items(), key=lambda item: item[1]):
            person = self._match(key, name, counts.get(key, 0), answers.get(key))
            looks = likeness(name)
            if person.person_id == NEW and looks in new_people:
                answer = answers.get(key)
                person = replace(
                    person,
                    person_id=answer if answer in (NEW, TWIN) else None,
                    twin=new_people[looks],
                    has_same_name=answer == NEW,
                )
            elif person.person_id == NEW:
                new_people[looks] = name
            people[key] = person
        return people

    def _match(self, key: str, name: str, count: int, answer: int | None) -> CardPerson:
        same = self.exact.get(key, [])
        offers = tuple((pk, self.book[pk]) for pk in self._offers(key, name)[:MOST_OFFERED])
        if answer == NEW or answer in self.book:
            person_name = self.book.get(answer or 0, "")
            return CardPerson(name, count, answer, person_name, offers, bool(same))
        person_id = self.earlier.get(key)
        if person_id in self.book:
            return CardPerson(name, count, person_id, self.book[person_id], offers)
        if len(same) == 1:
            return CardPerson(name, count, same[0], self.book[same[0]])
        person = None if offers else NEW
        return CardPerson(name, count, person, offers=offers, has_same_name=bool(same))

    def _offers(self, key: str, name: str) -> list[int]:
        """Return who might be meant: the same name with other accents or another order, then
        somebody whose first name it is, or begins."""
        offered = dict.fromkeys((*self.exact.get(key, ()), *self.alike.get(likeness(name), ())))
        words = plain(name).split()
        for others, pk in self.words:
            if _may_be(words, others):
                offered.setdefault(pk)
        return list(offered)


def aliases_of(people: Mapping[str, CardPerson]) -> dict[str, str]:
    """Return names under which somebody stands a second time, folded, with the name to use."""
    first: dict[int, str] = {}
    aliases: dict[str, str] = {}
    for key, person in people.items():
        if person.person_id == TWIN:
            aliases[key] = person.twin
        elif person.person_id:
            name = first.setdefault(person.person_id, person.name)
            if name != person.name:
                aliases[key] = name
    return aliases


def _may_be(words: list[str], others: list[str]) -> bool:
    """Whether a short form of a name may be the other: "Hilde" or "Hildegard" and "Hilde Brandt",
    "Kurt B" and "Kurt Brandt"."""
    if not words or not others:
        return False
    if len(words) > 1 and len(others) > 1:
        return _begins(words, others)
    short, long = words[0], others[0]
    return min(len(short), len(long)) >= SHORTEST and (
        short.startswith(long) or long.startswith(short)
    )


def _begins(words: list[str], others: list[str]) -> bool:
    """Whether two full names have the same first name, and one surname begins the other."""
    first, last = words[0] == others[0], (words[-1], others[-1])
    return first and (last[0].startswith(last[1]) or last[1].startswith(last[0]))
