"""Reports with names, as a score file holds them, into reports with places in the roster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.jsontext import as_int, as_list, as_object, as_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.filereader import Reader
    from rulesets.game import At, Problem
    from rulesets.scheme import Field, Scheme


class Translation:
    """One report on its way from names to places.

    It keeps where the file has a name and the report a place, to point there again, and which
    answers are nobody's name (`misread`). Raises Unusable for values of a wrong type.
    """

    def __init__(self, reader: Reader, scheme: Scheme, options: Any) -> None:
        self._reader = reader
        self._scheme = scheme
        self._options = options
        self._back: dict[At, str] = {}
        self.misread: set[At] = set()

    def report(self, fields: Sequence[Field], value: object, at: At, here: At = ()) -> Any:
        """A report's fields; `at` is its place in the file, `here` in the positional report."""
        given = as_object(value, at)
        known = {field.key: field for field in fields}
        read: dict[str, Any] = {key: held for key, held in given.items() if key not in known}
        for key, field in known.items():  # in declared order: a couple comes before its counts
            if key not in given:
                continue
            answer = given[key]
            if answer is not None:
                answer = self._answer(field, answer, read, (*at, key), (*here, key))
            read[key] = answer
        return read

    def deals(self, value: object, at: At) -> list[Any]:
        """A list of deals: {"space": .., "player": ..}, [space, player], {space: player} or just a
        name; or one object of spaces and players, in the order in which it stands."""
        listed = value
        if isinstance(value, dict):
            listed = [{space: player} for space, player in value.items()]
        read = []
        for number, entry in enumerate(as_list(listed, at)):
            here = (*at, number)
            space, player, where = _deal(entry, here)
            found = self._player(player, where, (*at, number, "player"))
            read.append({"space": None if space is None else self._space(space), "player": found})
        return read

    def place(self, problem: Problem) -> At:
        """Where a problem of the positional report stands in the file's report."""
        at = problem.at
        return tuple(self._back.get(at[: n + 1], step) for n, step in enumerate(at))

    def spurious(self, problem: Problem) -> bool:
        """Whether something is missing only because its name was misread."""
        starts = (problem.at[: len(at)] == at for at in self.misread)
        return problem.code.endswith(".missing") and any(starts)

    def _answer(self, field: Field, answer: Any, read: Any, at: At, here: At) -> Any:
        if field.per == "player":
            if not isinstance(answer, dict):
                return [
                    None if one is None else self._one(field, one, (*at, n), (*here, n))
                    for n, one in enumerate(as_list(answer, at))
                ]
            return self._by_player(field, answer, at, here)
        if field.per == "couple":
            if not isinstance(answer, dict):
                return [as_int(one, (*at, n)) for n, one in enumerate(as_list(answer, at))]
            return self._by_couple(answer, read.get("couple") or (), at, here)
        return self._one(field, answer, at, here)

    def _by_player(self, field: Field, answer: dict[str, Any], at: At, here: At) -> list[Any]:
        listed: list[Any] = [None] * len(self._reader.names)
        for name, one in answer.items():
            player = self._player(name, (*at, name), (*here, name))
            if player is not None and one is not None:
                listed[player] = self._one(field, one, (*at, name), (*here, player))
        for player, name in enumerate(self._reader.names):
            self._back[(*here, player)] = name
        return listed

    def _by_couple(
        self, answer: dict[str, Any], couple: Sequence[int | None], at: At, here: At
    ) -> list[int | None]:
        listed: list[int | None] = [None] * len(couple)
        for place, member in enumerate(couple):
            if member is not None:
                self._back[(*here, place)] = self._reader.names[member]
        for name, one in answer.items():
            number = as_int(one, (*at, name))
            player = self._player(name, (*at, name), here)
            if player in couple and player is not None:
                listed[couple.index(player)] = number
            elif player is not None:
                text = "{name} does not belong to this couple."
                self._reader.note("counts.unknown", (*at, name), text, name=name)
                self.misread.add(here)
        return listed

    def _one(self, field: Field, answer: Any, at: At, here: At) -> Any:
        if field.parts and isinstance(answer, dict):
            return self.report(field.parts, answer, at, here)
        if field.kind == "count":
            return as_int(answer, at)
        if field.kind == "choice":
            return as_text(answer, at)
        if field.kind == "player":
            return self._player(answer, at, here)
        if field.kind == "players":
            listed = [answer] if isinstance(answer, str) else as_list(answer, at)
            found = [self._player(name, (*at, n), (*here, n)) for n, name in enumerate(listed)]
            if None in found:
                self.misread.add(here)
            return [player for player in found if player is not None]
        if field.kind == "claims":
            return self._claims(as_object(answer, at), at, here)
        return _cards(field, answer, at)

    def _player(self, name: object, at: At, here: At) -> int | None:
        player = self._reader.player(name, at)
        if player is None:
            self.misread.add(here)
        return player

    def _claims(self, answer: dict[str, Any], at: At, here: At) -> dict[str, int]:
        claims: dict[str, int] = {}
        for text, name in answer.items():
            player = self._player(name, (*at, text), here)
            key = self._space(text)
            if key in claims:
                words = "{space} is claimed twice."
                self._reader.note("claims.twice", (*at, text), words, space=text)
                self.misread.add(here)
            elif player is not None:
                claims[key] = player
                self._back[(*here, key)] = text
        return claims

    def _space(self, text: str) -> str:
        found = None
        if self._scheme.claim_key is not None:
            found = self._scheme.claim_key(self._options, text)
        return text if found is None else found


def _deal(entry: Any, at: At) -> tuple[str | None, object, At]:
    """The space (None: not said) and the player of one deal, and where the player stands."""
    if isinstance(entry, str):
        return None, entry, at
    if isinstance(entry, list) and len(entry) == 2:
        return as_text(entry[0], (*at, 0)), entry[1], (*at, 1)
    fields = as_object(entry, at)
    if len(fields) == 1 and "player" not in fields:
        [(space, player)] = fields.items()
        return space, player, (*at, space)
    named = fields.get("space")
    text = None if named is None else as_text(named, (*at, "space"))
    return text, fields.get("player"), (*at, "player")


def _cards(field: Field, answer: Any, at: At) -> list[Any]:
    """Rows of cards, or one list; each as a list of texts, or as one text with spaces."""
    if not field.rows:
        return _row(answer, at)
    return [_row(row, (*at, n)) for n, row in enumerate(as_list(answer, at))]


def _row(answer: Any, at: At) -> list[str]:
    if isinstance(answer, str):
        return as_text(answer, at).split()
    return [as_text(card, (*at, n)) for n, card in enumerate(as_list(answer, at))]
