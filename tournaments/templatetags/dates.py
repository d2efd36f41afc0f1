"""One style of dates and times on all pages: "Friday, 27 November", with the year unless it is this
one, and "8:13 p.m."."""

from __future__ import annotations

from django import template

from tournaments.web.wording import clock, day, short_day

register = template.Library()
register.filter(clock)
register.filter(day)
register.filter(short_day)
