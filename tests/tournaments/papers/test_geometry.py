import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sampling import examples
from tournaments.papers.geometry import column_widths, fit, paragraph
from tournaments.papers.typefaces import Face, width

names = st.text(
    alphabet=st.characters(
        whitelist_categories=("Lu", "Ll", "Lo", "Zs"), whitelist_characters="-'"
    ),
    min_size=1,
    max_size=60,
)


def test_a_longer_name_shrinks_before_it_wraps():
    natural = width("Anne-Marie Smith", Face.BOLD, 12)
    done = fit("Anne-Marie Smith", Face.BOLD, size=12, width=natural * 0.8, height=40)
    assert len(done.lines) == 1
    assert done.size == pytest.approx(9.6, rel=0.01)


@pytest.mark.parametrize(
    ("size", "width", "lines"),
    [
        (12, 120, ["Featherstonehaugh", "Cholmondeley"]),
        (12, 120, ["Featherstonehaugh-", "Cholmondeley"]),
        (15, 38, ["Cy", "Metzker"]),  # smaller rather than broken
        (15, 48, ["Παπαδοπούλου"]),  # whole as long as it can be read
    ],
)
def test_a_long_name_wraps_at_a_space_or_a_hyphen(size: int, width: int, lines: list[str]) -> None:
    text = " ".join(lines).replace("- ", "-")
    done = fit(text, Face.BOLD, size=size, width=width, height=46)
    assert list(done.lines) == lines
    assert 6 <= done.size <= size


def test_more_lines_are_used_before_type_is_too_small_to_read():
    text = "King of diamonds names trump"
    done = fit(text, Face.BOOK, size=6.6, width=32, height=32, floor=0.9, most_lines=2)
    assert len(done.lines) > 2
    assert done.size >= 6


@pytest.mark.parametrize(
    ("natural", "least", "room", "widths"),
    [
        ((30, 50), (10, 20), 100, [30, 50]),
        ((60, 60), (20, 40), 90, [40, 50]),
        ((60, 60), (60, 40), 50, [30, 20]),
        ((), (), 50, []),
    ],
)
def test_columns_share_what_they_do_not_need_at_least(natural, least, room, widths):
    assert column_widths(natural, least, room) == pytest.approx(widths)


@settings(max_examples=examples(120))
@given(
    names,
    st.floats(min_value=6, max_value=40),
    st.floats(min_value=20, max_value=300),
    st.floats(min_value=8, max_value=80),
    st.sampled_from([Face.TEXT, Face.BOLD, Face.DISPLAY]),
)
def test_nothing_ever_leaves_its_box_or_gets_lost(text, size, box_width, box_height, face):
    done = fit(text, face, size=size, width=box_width, height=box_height)
    assert 0 < done.size <= size
    assert done.height <= box_height + 0.001
    assert all(width(line, face, done.size) <= box_width + 0.001 for line in done.lines)
    assert "".join("".join(done.lines).split()) == "".join(text.split())


def test_a_paragraph_breaks_at_the_measure():
    text = "one two three four five six seven eight nine ten eleven twelve"
    lines = paragraph(text, Face.TEXT, 10, 80)
    assert len(lines) > 2
    assert " ".join(lines) == text
    assert all(width(line, Face.TEXT, 10) <= 80 for line in lines)
