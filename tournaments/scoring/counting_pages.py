"""A hand counted from its cards: for the card picker of the forms, and as pages of their own.

Anyone may ask: nothing of any event is read or written. It is cheap, because a hand has few cards
(`Counter.most`) and what is typed is short (`counting.LONGEST`). A hand that cannot be
counted is answered with 422 and the reason.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.scoring.bound_question import columns_of
from tournaments.scoring.counters import KEYS
from tournaments.scoring.counting import HandForm, way, ways


@require_safe
def counting(request: HttpRequest) -> HttpResponse:
    """The games whose hands can be counted."""
    return render(request, "scoring/counting.html", {"ways": ways()})


@require_safe
def count_hand(request: HttpRequest, counter: str) -> HttpResponse:
    """The form and, if it was sent, its answer; with `part` in the address the answer alone.

    `counter` is the kind of a `rulesets.plays.Counter` that a game has (else 404); which of them,
    where several are of a kind, the address says (`counters.address_of`).
    """
    asked = way(counter, request.GET.dict())
    if asked is None:
        raise Http404
    sent = not {"cards", "table"}.isdisjoint(request.GET)
    form = HandForm(request.GET if sent else None, counter=asked.counter)
    problems = form.messages() if sent else []
    counted = form.counted if sent and not problems else None
    context = {
        "way": asked,
        "limits": [(name, value) for name, value in request.GET.items() if name in KEYS],
        "columns": columns_of(asked.counter),
        "part": "part" in request.GET,
        "form": form,
        "counted": counted,
        "problems": problems,
    }
    template = "scoring/_counted.html" if "part" in request.GET else "scoring/count_hand.html"
    return render(request, template, context, status=422 if problems else 200)
