"""Who is entered, who is here, and who sits where."""

from django.urls import path

from tournaments.paths import EVENT
from tournaments.seating import draw_pages, roll_pages, roster_pages

urlpatterns = [
    path(f"{EVENT}people/", roster_pages.event_people, name="event_people"),
    path(f"{EVENT}people/known/", roster_pages.event_known, name="event_known"),
    path(f"{EVENT}people/balance/", roster_pages.event_balance, name="event_balance"),
    path(f"{EVENT}people/pairings/", roster_pages.event_pairings, name="event_pairings"),
    path(f"{EVENT}people/<int:entry_id>/", roster_pages.event_entry, name="event_entry"),
    path(f"{EVENT}draw/", draw_pages.event_draw, name="event_draw"),
    path(f"{EVENT}roll/", roll_pages.event_roll, name="event_roll"),
    path(f"{EVENT}roll/late/", roll_pages.event_late, name="event_late"),
    path(f"{EVENT}roll/substitute/", roll_pages.event_substitute, name="event_substitute"),
]
