"""Names of the whole world: which glyphs they become, and that their letters can be read back."""

import io
import re
from collections.abc import Callable, Iterable
from functools import partial

import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr

from tests.tournaments.papers.conftest import visual
from tests.tournaments.papers.printing import pdf_of
from tournaments.papers.catalogue import Order, Pages
from tournaments.papers.data import CardPerson, Heading
from tournaments.papers.geometry import fit
from tournaments.papers.pen import Pen, TextLine
from tournaments.papers.table_cards import place_cards
from tournaments.papers.theme import Style
from tournaments.papers.typefaces import PRIVATE, Face, Run, font, replaced, shape, width
from tournaments.papers.writer import open_document, render_paper

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


def test_marks_stand_above_their_letters():
    assert width("Ọ̀", Face.TEXT, 10) == pytest.approx(width("Ọ", Face.TEXT, 10), abs=0.01)


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


def test_every_font_of_a_page_is_embedded_with_no_more_than_it_needs():
    data = printed(*NAMES.values())
    assert len(data) < 160_000
    (page,) = PdfReader(io.BytesIO(data)).pages
    fonts = page["/Resources"]["/Font"]
    assert len(fonts) >= 14
    for loaded in fonts.values():
        assert "/FontFile2" in loaded["/FontDescriptor"]
        assert "/ToUnicode" in loaded


def test_a_font_says_which_codes_it_has_and_what_they_mean():
    """Also above U+FFFF, where reportlab writes a number that is none."""
    (page,) = PdfReader(io.BytesIO(printed("Anna 🎉"))).pages
    tables = [one["/ToUnicode"].get_data().decode() for one in page["/Resources"]["/Font"].values()]
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


def test_long_names_of_other_scripts_fit_their_cards():
    people = [CardPerson(" ".join([name] * 3)) for name in NAMES.values()]
    with pdfplumber.open(
        io.BytesIO(pdf_of(place_cards, Heading("Evening"), people=people))
    ) as document:
        for page in document.pages:
            for char in page.chars:
                assert 40 < char["x0"] < char["x1"] + 0.1 < page.width - 40


def test_a_long_word_is_broken_between_whole_letters():
    word = "कृष्ण" * 12
    done = fit(word, Face.TEXT, size=20, width=80, height=200, most_lines=6)
    assert "".join(done.lines) == word
    assert all(line.startswith(("कृ", "ष्ण")) for line in done.lines)


@settings(max_examples=15)
@given(st.text(alphabet="אבشمكषक्िาก้😀\u200d\ufe0fA1( ", max_size=16))
def test_any_text_can_be_printed(text):
    assert PdfReader(io.BytesIO(printed(text))).pages[0].extract_text() is not None
