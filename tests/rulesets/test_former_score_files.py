"""Score files that an earlier version exported are answered as they were then."""

import pytest

from tests.rulesets import former

CHUNKS = 5


@pytest.mark.exhaustive(keep=("0", "1"))
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("slug", former.SLUGS)
def test_a_score_file_of_before_is_answered_as_then(slug: str, chunk: int) -> None:
    evenings = former.evenings(slug, chunk, CHUNKS)
    assert len(evenings) == former.EVENINGS // CHUNKS
    for number, evening in evenings:
        now = former.essence(*former.answer(evening["score_file"]))
        assert former.as_json(now) == former.as_json(evening["score"]), (slug, number)
