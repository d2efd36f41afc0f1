"""Who is entered, who is here, and who sits where."""

from django.urls import path

from tournaments.seating import exchange_views, late_views, roster_views, views
from tournaments.web.url_prefixes import EVENT

urlpatterns = [
    path(f"{EVENT}people/", roster_views.event_people, name="event_people"),
    path(f"{EVENT}people/known/", roster_views.event_known, name="event_known"),
    path(f"{EVENT}people/balance/", roster_views.event_balance, name="event_balance"),
    path(f"{EVENT}people/pairings/", roster_views.event_pairings, name="event_pairings"),
    path(f"{EVENT}people/<int:entry_id>/", roster_views.event_entry, name="event_entry"),
    path(f"{EVENT}draw/", views.event_draw, name="event_draw"),
    path(f"{EVENT}draw/search/", views.event_search, name="event_search"),
    path(f"{EVENT}exchange/", exchange_views.event_exchange, name="event_exchange"),
    path(f"{EVENT}roll/", views.event_roll, name="event_roll"),
    path(f"{EVENT}roll/late/", views.event_late, name="event_late"),
    path(f"{EVENT}roll/seats/", late_views.event_late_seats, name="event_late_seats"),
    path(f"{EVENT}roll/anew/", late_views.event_redraw, name="event_redraw"),
    path(f"{EVENT}roll/substitute/", views.event_substitute, name="event_substitute"),
]
