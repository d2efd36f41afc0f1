"""Parts of long lists that are kept as they were drawn."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Engine, TemplateSyntaxError
from django.utils import translation


class Name:
    """A name that counts how often it is written."""

    def __init__(self, text: str) -> None:
        self.text, self.written = text, 0

    def __str__(self) -> str:
        self.written += 1
        return self.text


def draw(text: str, **values: Any) -> str:
    return template(text).render(Context(values))


def template(text: str) -> Any:
    engine = Engine(
        libraries={"paging": "tournaments.templatetags.paging"},
        builtins=["django.templatetags.l10n", "django.templatetags.i18n"],
    )
    return engine.from_string("{% load paging %}" + text)


ROW = "{% for name in names %}{% memo name=name %}<b>{{ name }}</b>{% endmemo %}{% endfor %}"


def test_the_same_is_drawn_once() -> None:
    ann, bo = Name("Ann"), Name("<Bo>")
    row = template(ROW)
    for _twice in range(2):
        assert row.render(Context({"names": [ann, bo, ann]})) == (
            "<b>Ann</b><b>&lt;Bo&gt;</b><b>Ann</b>"
        )
    assert (ann.written, bo.written) == (1, 1)
    row = template("{% memo n=n %}{{ n }}{% endmemo %}")
    assert [row.render(Context({"n": n})) for n in (1, 2, 1)] == ["1", "2", "1"]
    text = "{% memo n=n %}one {{ n }}{% endmemo %}, {% memo n=n %}two {{ n }}{% endmemo %}"
    assert draw(text, n=3) == "one 3, two 3"
    # It could change, and what is kept would go on showing what it was.
    assert draw("{% memo n=n %}[{{ n }}{{ other }}]{% endmemo %}", n=1, other=2) == "[1]"


def test_it_is_kept_by_language_and_by_how_numbers_are_written(settings: Any) -> None:
    settings.USE_THOUSAND_SEPARATOR = True
    row = template("{% memo n=n %}{{ n }}{% endmemo %}")
    assert row.render(Context({"n": 1234})) == "1,234"
    with translation.override("de"):
        assert row.render(Context({"n": 1234})) == "1.234"
    assert row.render(Context({"n": 1234}, use_l10n=False)) == "1234"


@pytest.mark.parametrize("words", ["", "name", "name=name other"])
def test_values_have_names(words: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="by name"):
        template(f"{{% memo {words} %}}{{% endmemo %}}")
