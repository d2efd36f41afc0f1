import io
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import partial

import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr

from tests.tournaments.papers.conftest import visual
from tournaments.papers.catalogue import Order, Pages
from tournaments.papers.data import Heading
from tournaments.papers.pen import Pen, TextLine
from tournaments.papers.theme import Style
from tournaments.papers.typefaces import (
    PRIVATE,
    Face,
    Run,
    cleaned,
    composed,
    font,
    is_plain,
    letters,
    replaced,
    shape,
    stretches,
    width,
)
from tournaments.papers.writer import close_document, open_document, render_paper


def test_a_compatibility_character_is_printed_in_its_plain_form():
    assert shape("\U0001f110", Face.TEXT).runs == (Run(Face.TEXT, "(A)"),)


def test_figures_are_tabular_in_the_faces_of_tables():
    for face in (Face.TEXT, Face.BOLD):
        assert len({round(width(figure, face, 10), 6) for figure in "0123456789"}) == 1


BOOK = [face for face in Face if face.name.startswith("BOOK")]


@pytest.mark.parametrize("face", BOOK)
def test_a_face_of_the_book_has_its_figures_its_suits_and_pairs(face):
    figures = {round(width(figure, face, 10), 3) for figure in "0123456789"}
    assert (len(figures) == 1) is (face in (Face.TEXT, Face.BOLD))
    assert {run.face for run in shape("Łódź ♠♥♦♣ Đặng Ελένη Олег – ½ →", face).runs} == {face}
    assert width("AVA", face, 10) < sum(width(letter, face, 10) for letter in "AVA")


@pytest.mark.parametrize(
    ("name", "light", "bold"),
    [
        ("שרה", Face.HEBREW, Face.HEBREW_BOLD),
        ("سارة", Face.ARABIC, Face.ARABIC_BOLD),
        ("अनिता", Face.DEVANAGARI, Face.DEVANAGARI_BOLD),
        ("สมชาย", Face.THAI, Face.THAI_BOLD),
        ("林", Face.FALLBACK, Face.FALLBACK),
    ],
)
def test_names_in_other_scripts_keep_their_faces_in_the_book(name, light, bold):
    assert shape(name, Face.BOOK).runs[0].face is light
    assert shape(name, Face.DISPLAY).runs[0].face is bold


def test_kerned_text_is_read_back_as_it_was_written():
    pen = open_document(Heading(""), "x", Style())
    text = "AVAST, Tom & Yves (To ♠Q) \\ fi"
    with pen.page():
        pen.text(20, 20, text, 10, Face.BOOK)
    code = "\n".join(pen.canvas._code)
    pen.canvas.showPage()
    assert "TJ" in code
    assert text in PdfReader(io.BytesIO(close_document(pen))).pages[0].extract_text()


def test_a_text_may_have_more_letters_than_a_font_of_a_document_holds():
    letters = "".join(map(chr, range(0x100, 0x240)))
    pen = open_document(Heading(""), "x", Style())
    with pen.page():
        for size in (4.0, 4.1):  # known letters are looked up
            pen.text(20, 20 + size, letters, size)
    code = "\n".join(pen.canvas._code)
    pen.canvas.showPage()
    assert "+0 4 Tf" in code
    assert "+1 4.1 Tf" in code
    told = PdfReader(io.BytesIO(close_document(pen))).pages[0].extract_text()
    assert told.count("Ă") == told.count("ȿ") == 2


def page_order(text):
    """The letters from left to right, as they stand on the page."""
    parts = (text[begin:end][:: -1 if back else 1] for begin, end, back in stretches(text))
    return "".join(parts)


@pytest.mark.parametrize(
    "text", ["שרה", "محمد", "यशोदा", "สมชาย", "Ọ̀ṣun", "🎉", "a\u200db", "a\tb", "\U000f0001"]
)
def test_what_needs_a_closer_look_gets_one(text):
    assert not is_plain(composed(text))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Anna", "Anna"),
        ("שרה לוי", "יול הרש"),
        ("שרה 12", "12 הרש"),
        ("Sara (שרה) Levi", "Sara (הרש) Levi"),
        ("שרה 12 Bo לוי", "יול Bo 12 הרש"),
        ("محمد 12", "12 دمحم"),
        # Isolated names leave what is between them in its order.
        (
            "\u2068שרה לוי\u2069, \u2068Bo\u2069, \u2068דן\u2069",
            "\u2068יול הרש\u2069, \u2068Bo\u2069, \u2068ןד\u2069",
        ),
        (
            "לוי\u2069, \u2068Bo\u2069",
            "יול\u2069, \u2068Bo\u2069",
        ),  # the rest of one on the next line
    ],
)
def test_directions_are_those_of_unicode(text, drawn):
    assert page_order(text) == drawn


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\tb\nc", "a b c"),
        ("\u202eab\u202c", "ab"),
        ("x\u200by\ufe01", "xy"),
        ("a\u00a0b", "a b"),
        ("क्\u200dष", "क्\u200dष"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_what_has_no_glyph_is_a_space_or_nothing(text, clean):
    assert cleaned(text) == clean


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Zoë", ["Z", "o", "ë"]),
        ("कृष्ण", ["कृ", "ष्ण"]),
        ("น้ำผึ้ง", ["น้", "ำ", "ผึ้", "ง"]),
        ("שָׁרָה", ["שָׁ", "רָ", "ה"]),
        ("👨‍👩‍👧!", ["👨‍👩‍👧", "!"]),
        ("👍🏽a", ["👍🏽", "a"]),
    ],
)
def test_words_are_broken_between_whole_letters(text, parts):
    assert letters(text) == parts


@given(st.text(max_size=40))
def test_any_text_can_be_ordered(text):
    clean = cleaned(composed(text))
    places = [place for begin, end, _back in stretches(clean) for place in range(begin, end)]
    assert sorted(places) == list(range(len(clean)))
    assert "".join(letters(clean)) == clean


@given(st.text(alphabet="אבגד ()12xy\u200d\u0301", max_size=20))
def test_each_stretch_runs_one_way(text):
    for begin, end, back in stretches(text):
        kinds = {unicodedata.bidirectional(char) for char in text[begin:end]}
        assert not (back and "L" in kinds)
        assert back or not kinds & {"R", "AL"}


FACES = (Face.TEXT, Face.BOLD, Face.DISPLAY)
NAMES = {
    "Polish": "Zażółć Gęślą-Jaźń",
    "Greek": "Ελένη Παπαδοπούλου",
    "Cyrillic": "Олег Щёголев",
    "Vietnamese": "Nguyễn Thị Phượng",
    "Yoruba": "Ẹ̀kọ́ Ọ̀ṣun",
    "Arabic": "فاطمة الزهراء بنت عبد الله",
    "Arabic with vowels": "مُحَمَّد",
    "Persian": "پژمان گلچهره",
    "Hebrew": "שרה לוי",
    "Hebrew with vowels": "שָׂרָה",
    "Devanagari": "श्रीनिवास त्र्यम्बक कृष्णन",
    "Bengali": "রবীন্দ্রনাথ ঠাকুর",
    "Gujarati": "કૃષ્ણ પટેલ",
    "Gurmukhi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Kannada": "ಕೃಷ್ಣ ರಾವ್",
    "Malayalam": "ശ്രീകുമാർ",
    "Tamil": "ஸ்ரீனிவாசன்",
    "Telugu": "కృష్ణ రావు",
    "Thai": "น้ำผึ้ง วงศ์สุวรรณ",
    "Chinese": "王小明 諸葛亮",
    "Japanese": "山田はなこ タロウ",
    "Korean": "김민수",
    "emoji": "Anna 🎉😀",
    "family": "Tom 👨‍👩‍👧",
    "skin": "Bo 👍🏽",
    "heart": "Mo ❤️",
    "of two": "Sara 王 Щ",
}


def printed(*names: str) -> bytes:
    """All names on one page."""

    def page(pen: Pen) -> None:
        for place, name in enumerate(names):
            pen.text(60, 760 - 40 * place, name, 20, Face.TEXT)

    return print_pages(page)


def printed_apart(names: Iterable[str], face: Face) -> bytes:
    """Each name on a page of its own."""
    return print_pages(*(partial(print_name, name=name, face=face) for name in names))


def print_name(pen: Pen, name: str, face: Face) -> None:
    pen.text(60, 760, name, 20, face)


def print_pages(*pages: Callable[[Pen], None]) -> bytes:
    return render_paper(
        Order(heading=Heading("Evening")), Pages("Names", pages, Style(), foot=False)
    )


@pytest.mark.exhaustive(keep=(Face.TEXT.name,))
@pytest.mark.parametrize("face", FACES, ids=[face.name for face in FACES])
def test_names_are_read_back(face):
    pages = PdfReader(io.BytesIO(printed_apart(NAMES.values(), face))).pages
    for page, name in zip(pages, NAMES.values(), strict=True):
        assert " ".join(page.extract_text().split()) == name
        assert not replaced(name)


@pytest.mark.parametrize("face", FACES)
def test_no_glyph_is_missing(face):
    for name in NAMES.values():
        for run in shape(name, face).runs:
            loaded = font(run.face)
            glyphs = [loaded.face.charToGlyph[ord(char)] for char in run.text]
            assert 0 not in glyphs, name
            assert len(getattr(run.text, "__shapeData__", glyphs)) == len(glyphs), name


def test_the_width_is_what_is_drawn():
    """A line is as wide as its glyphs with their moves; pdfplumber adds them up by itself."""
    lines = [f"{name}.|" for name in NAMES.values()]
    with pdfplumber.open(io.BytesIO(printed_apart(lines, Face.TEXT))) as document:
        for page, line in zip(document.pages, lines, strict=True):
            right = max(char["x1"] for char in page.chars)
            assert right - 60 == pytest.approx(width(line, Face.TEXT, 20), abs=0.5), line
            assert min(char["x0"] for char in page.chars) > 52, line


def test_arabic_letters_join():
    (run,) = shape("محمد", Face.TEXT).runs
    assert run.face is Face.ARABIC
    alone = font(run.face).face.charToGlyph[ord("م")]
    assert len({alone, glyph_of(run, 1), glyph_of(run, 3)}) == 3  # in the middle, at the beginning
    assert [font(run.face).meaning(ord(char)) for char in run.text] == list("دمحم")


def glyph_of(run: Run, place: int) -> int:
    return font(run.face).face.charToGlyph[ord(run.text[place])]


def test_a_conjunct_is_one_glyph_that_stands_for_all_its_letters():
    (run,) = shape("क्ष", Face.TEXT).runs
    assert len(run.text) == 1
    assert font(run.face).meaning(ord(run.text)) == "क्ष"


def test_each_letter_stands_at_its_own_height():
    pen = open_document(Heading(""), "x", Style())
    places = [ShapeData(place, 500, 0, 0, up, 500) for place, up in enumerate((100, 200, 0))]
    line = TextLine(pen.canvas)
    line.setFont(Face.TEXT, 10)
    line.textOut(ShapedStr("abc", places))
    heights = re.findall(r"(\S+) Ts|\((\w)\)", line.getCode())
    assert heights == [("1", ""), ("", "a"), ("0", ""), ("2", ""), ("", "b"), ("0", ""), ("", "c")]


def test_brackets_are_mirrored_within_right_to_left_text():
    assert visual("שרה (לוי)") == ")יול( הרש"
    drawn = "".join(
        chr(code)
        for run in shape("שרה (לוי)", Face.TEXT).runs
        for code in code_points(run)
        if chr(code) in "()"
    )
    assert drawn == "()"


def code_points(run: Run) -> list[int]:
    """The characters that the font itself draws by these glyphs."""
    found = font(run.face).face
    of = {glyph: code for code, glyph in found.charToGlyph.items() if code < PRIVATE.start}
    return [of.get(found.charToGlyph[ord(char)], 0) for char in run.text]


def test_a_font_says_which_codes_it_has_and_what_they_mean():
    """Also above U+FFFF, where reportlab writes a number that is none."""
    (page,) = PdfReader(io.BytesIO(printed("Anna 🎉"))).pages
    tables = [
        value["/ToUnicode"].get_data().decode() for value in page["/Resources"]["/Font"].values()
    ]
    (emoji,) = (table for table in tables if "D83C" in table)
    assert "<D83CDF89>" in emoji
    (last,) = re.findall(r"begincodespacerange\n<00> <(\w+)>\n", emoji)
    assert int(last, 16) + 1 == int(re.search(r"(\d+) beginbfchar", emoji)[1])


def test_the_same_names_give_the_same_bytes_whatever_was_printed_before():
    first = printed("यशोदा", "محمد")
    printed("कृष्णन", "الأمين", "Ọ̀ṣun")
    assert printed("यशोदा", "محمد") == first


def test_what_is_typed_in_the_private_planes_is_printed_as_its_code():
    code = ord(shape("क्ष", Face.TEXT).runs[0].text)
    assert code in PRIVATE
    shown = visual(chr(code))
    assert shown == f"‹U+{code:04X}›"
    assert replaced(f"Bo {chr(code)}") == chr(code)


def test_what_no_font_has_is_told():
    assert replaced("ሰላም Bo") == "ሰላም"
    assert replaced("Bo") == replaced("王 😀 شكرا") == ""


@settings(max_examples=15)
@given(st.text(alphabet="אבشمكषक्िาก้😀\u200d\ufe0fA1( ", max_size=16))
def test_any_text_can_be_printed(text):
    assert PdfReader(io.BytesIO(printed(text))).pages[0].extract_text() is not None
