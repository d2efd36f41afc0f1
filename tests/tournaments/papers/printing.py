"""Papers printed from plain values, without a database."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from tournaments.papers.catalogue import Bundle, Order, Pages, PrintOptions
from tournaments.papers.data import Heading, Progress
from tournaments.papers.writer import render_paper

OPTIONS = {each.name for each in fields(PrintOptions)}


def pdf_of(
    draw: Callable[[Order], Pages | Bundle],
    heading: Heading | None = None,
    *,
    progress: Progress | None = None,
    **given: Any,
) -> bytes:
    """The PDF of a paper; `given` are options and values of its order by their names."""
    options = {name: value for name, value in given.items() if name in OPTIONS}
    values = {name: value for name, value in given.items() if name not in OPTIONS}
    if heading is not None:
        values["heading"] = heading
    order = Order(PrintOptions("", **options), **values)
    return render_paper(order, draw(order), progress)
