"""Drawings as pictures in a page: well formed, named, safe, and coloured by classes alone."""

import re
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from rulesets import games
from rulesets.drawing.run_chart import Survivor, survivors_drawing
from rulesets.drawing.vectors import Anchor, Area, Drawing, Role, Text, Weight
from rulesets.engine.text import Phrase, as_is
from rulesets.rummoli.board_drawing import board_drawing
from rulesets.rummoli.chips import BOARDS, board
from tournaments.templatetags.cards import game_sign
from tournaments.web import svg
from tournaments.web.svg import svg as drawing

NASTY = '<script>alert("x")</script> & \' {x}'
SVG = {"viewBox", "role", "class", "focusable"}


TITLE = Phrase("The board")


def picture(*items, title=TITLE, told=()) -> Drawing:
    return Drawing(100, 50.25, title, tuple(told), items)


def all_pictures() -> list[Drawing]:
    spaces = [*BOARDS.values(), board("custom", tuple(f"{NASTY}{n}" for n in range(9)))]
    people = [
        Survivor(NASTY, 3),
        Survivor("Bo", 0, on_face=True),
        Survivor("Cy", 0, out_in=2),
        Survivor("Di", 9, winner=True),
    ]
    boards = [board_drawing(one, {space.key: 3 for space in one}) for one in spaces]
    declared = [value() for slug in games.slugs() for value in games.load(slug).pictures.values()]
    return [
        *declared,
        *boards,
        *(board_drawing(space) for space in spaces),
        survivors_drawing(people, 5),
    ]


@pytest.mark.parametrize("one", all_pictures())
def test_a_picture_is_well_formed_says_what_it_is_and_needs_no_inline_style_or_script(one):
    icon = drawing(one)
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=|\sfill=|\sstroke=", icon)
    root = ET.fromstring(icon)
    assert root.attrib["viewBox"] == f"0 0 {one.width:g} {one.height:g}"
    assert root.attrib["role"] == "img"
    assert root.attrib.keys() == SVG
    assert root[0].tag == "title"
    assert root[0].text == one.title.render()
    assert root[1].tag == "desc"
    for words in one.description:
        assert words.render() in root[1].text.replace("\ufe0e", "")


def test_what_people_wrote_is_escaped():
    words = as_is(NASTY)
    text = Text(Area(0, 0, 900, 50), words, 10)
    icon = drawing(picture(text, title=words, told=[words]))
    assert icon.count("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#x27; {x}") == 3
    assert "<script" not in icon


@pytest.fixture
def nothing_kept():
    """Another test may have drawn the same."""
    svg._cached_element.cache_clear()
    svg._text_of.cache_clear()
    yield
    svg._cached_element.cache_clear()  # in words that are of this test alone
    svg._text_of.cache_clear()


@pytest.mark.usefixtures("nothing_kept")
def test_names_are_not_looked_up_as_messages(monkeypatch):
    asked = []
    monkeypatch.setattr("tournaments.web.svg.gettext", lambda text: asked.append(text) or text)
    drawing(survivors_drawing([Survivor("Ann", 0, out_in=2)], 3))
    assert "out in round {number}" in asked
    assert "Ann" not in asked


@pytest.mark.usefixtures("nothing_kept")
def test_words_are_said_in_the_language_of_the_page(monkeypatch):
    monkeypatch.setattr(
        "tournaments.web.svg.gettext",
        lambda text: {"out in round {number}": "seit Runde {number} aus"}.get(text, text),
    )
    icon = drawing(survivors_drawing([Survivor("Ann", 0, out_in=2)], 3))
    assert ">seit Runde 2 aus</text>" in icon
    assert "Ann: seit Runde 2 aus" in icon
    monkeypatch.undo()
    with translation.override("fr"):  # is not drawn from what was kept in another language
        assert "out in round 2" in drawing(survivors_drawing([Survivor("Ann", 0, out_in=2)], 3))


def test_suits_stay_letters_and_who_is_out_is_struck_through():
    icon = drawing(board_drawing(BOARDS["rummoli"]))
    assert "10♠\ufe0e</text>" in icon
    assert not re.search("[♠♥♦♣](?!\ufe0e)", icon)
    icon = drawing(survivors_drawing([Survivor("Ann", 0, out_in=2), Survivor("Bo", 1)], 3))
    assert re.search(r'line-through">Ann<', icon)
    assert icon.count("line-through") == 1


def test_long_words_come_in_lines():
    text = Text(Area(0, 0, 200, 100), Phrase("the place by the window"), 40, most_lines=3)
    root = ET.fromstring(drawing(picture(text)))
    lines = [each.text for each in root.iter("text")]
    heights = [float(each.attrib["y"]) for each in root.iter("text")]
    assert " ".join(lines) == "the place by the window"
    assert len(lines) > 1
    assert heights == sorted(set(heights))


def test_every_class_has_its_colour_light_and_dark():
    css = (settings.BASE_DIR / "tournaments/static/tournaments/css/drawings.css").read_text()
    used = {
        name
        for one in all_pictures()
        for names in re.findall(r'class="([^"]+)"', drawing(one))
        for name in names.split()
    }
    missing = {
        name for name in used | {f"d-{role}" for role in get_args(Role)} if f".{name} " not in css
    }
    # Plain text, as it is anyway.
    assert missing == {"d-text"}
    matches = set(re.findall(r"--draw-([\w-]+):", css))
    assert matches == set(get_args(Role))
    assert set(get_args(Anchor)) <= {name.removeprefix("d-") for name in used}
    assert set(get_args(Weight)) <= {name.removeprefix("d-") for name in used}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


GROUNDS = {"felt": ("ink", "muted"), "ground": ("ink", "muted"), "card": ("black", "red")}
GROUNDS |= {"rim": ("light",), "coin": ("black",), "face": ("black",)}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_ground(theme):
    css = (settings.BASE_DIR / "tournaments/static/tournaments/css/drawings.css").read_text()
    colours = dict(re.findall(r"--draw-([\w-]+): (#\w{6});", css))  # the same in both
    colours |= re.findall(rf"--draw-([\w-]+):.* var\(--{theme}, (#\w{{6}})\)", css)
    for ground, inks in GROUNDS.items():
        for ink in inks:
            assert contrast(colours[ground], colours[ink]) >= 4.5, (ground, ink)


def test_a_template_draws_what_a_game_declares():
    page = Template("{% load cards %}{% drawing picture 'wall' %}{% drawing nothing %}")
    plays = games.load("golf").plays
    drawn = page.render(Context({"picture": picture(), "nothing": plays.blank_drawing(None)}))
    assert drawn.startswith('<svg class="drawing drawing-wall"')
    assert drawn.count("<svg") == 1


def test_a_game_stands_beside_the_suit_it_is_called_after():
    assert "suit-h" in game_sign("hearts")
    assert "suit-s" in game_sign("extended-spades")
    assert game_sign("euchre") == game_sign("euchre") != game_sign("golf")
