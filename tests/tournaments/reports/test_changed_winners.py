"""The preview of a correction says who wins a set at the table now."""

import pytest

from tournaments.reports.judging import Preview, Reading


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (("Ann", "Bo"), ("Ann", "Bo"), ""),
        (("Ann", "Bo"), (), "Ann and Bo no longer win the set here; it is level."),
        (("Ann",), (), "Ann no longer wins the set here; it is level."),
        ((), ("Cy", "Di"), "Cy and Di win the set here now."),
        (("Ann", "Bo"), ("Cy", "Di"), "Cy and Di win the set here now, not Ann and Bo."),
    ],
)
def test_winners_of_a_set(before: tuple[str, ...], after: tuple[str, ...], words: str) -> None:
    assert Preview(Reading(winners=before), Reading(winners=after)).winners_words == words
