"""One style of dates on all pages: "Friday, 27 November", with the year unless it is this one."""

from __future__ import annotations

from django import template

from tournaments.web.wording import day, short_day

register = template.Library()
register.filter(day)
register.filter(short_day)
