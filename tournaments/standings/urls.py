"""Standings, results, ledgers and everybody's own page."""

from django.urls import path

from tournaments.standings import views
from tournaments.web.url_prefixes import EVENT

urlpatterns = [
    path(f"{EVENT}stakes/", views.event_stakes, name="event_stakes"),
    path(f"{EVENT}standings/", views.event_standings, name="event_standings"),
    path(f"{EVENT}players/<int:entry_id>/", views.event_player, name="event_player"),
    path(f"{EVENT}players/<int:entry_id>/deduct/", views.event_deduct, name="event_deduct"),
    path(
        f"{EVENT}players/<int:entry_id>/deduct/withdraw/",
        views.event_deduct_withdraw,
        name="event_deduct_withdraw",
    ),
    path(f"{EVENT}ledger/", views.event_ledger, name="event_ledger"),
]
