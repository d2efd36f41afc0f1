"""The front door, new evenings, the desk, settings, the end, files."""

from django.urls import path

from tournaments.events import desk_pages, document_pages, home_pages, pad_pages, views
from tournaments.paths import EVENT

urlpatterns = [
    path("", home_pages.home, name="home"),
    path("winners/", home_pages.winners, name="winners"),
    path("play/", pad_pages.pad_game, name="pad_game"),
    path("play/<str:wanted>/", pad_pages.pad_people, name="pad_people"),
    path("events/new/", views.event_new, name="event_new"),
    path("events/import/", document_pages.event_import, name="event_import"),
    path(EVENT, desk_pages.event, name="event"),
    path(f"{EVENT}act/", desk_pages.event_act, name="event_act"),
    path(f"{EVENT}settings/", views.event_settings, name="event_settings"),
    path(f"{EVENT}delete/", views.event_delete, name="event_delete"),
    path(f"{EVENT}finish/", views.event_finish, name="event_finish"),
    path(f"{EVENT}end/", desk_pages.event_end, name="event_end"),
    path(f"{EVENT}export/", document_pages.event_export, name="event_export"),
    path(f"{EVENT}export/scores.json", document_pages.event_score_file, name="event_score_file"),
    path(f"{EVENT}export/evening.xlsx", document_pages.event_workbook, name="event_workbook"),
    path(f"{EVENT}export/<slug:sheet>.csv", document_pages.event_sheet, name="event_sheet"),
]
