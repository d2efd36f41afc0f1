"""Import and export."""

from django.urls import path

from tournaments.files import views
from tournaments.web.url_prefixes import EVENT

urlpatterns = [
    path("people/cards/empty.csv", views.empty_cards, name="cards_empty"),
    path("people/records/lists.csv", views.records_table, name="records_table"),
    path("people/records/records.json", views.records_file, name="records_file"),
    path("events/import/", views.event_import, name="event_import"),
    path("events/import/<int:import_id>/", views.event_import_job, name="event_import_job"),
    path(f"{EVENT}export/", views.event_export, name="event_export"),
    path(f"{EVENT}export/scores.json", views.event_score_file, name="event_score_file"),
    path(f"{EVENT}export/evening.xlsx", views.event_workbook, name="event_workbook"),
    path(f"{EVENT}export/<slug:sheet>.csv", views.event_sheet, name="event_sheet"),
]
