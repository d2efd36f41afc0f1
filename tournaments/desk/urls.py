"""The host's pages: an event at a glance, its end, links and log; evenings of several games."""

from django.urls import path

from tournaments.desk import code_views, evening_views, views
from tournaments.web.url_prefixes import EVENING, EVENT

urlpatterns = [
    path(EVENT, views.event, name="event"),
    path(f"{EVENT}act/", views.event_act, name="event_act"),
    path(f"{EVENT}accept/", views.event_accept, name="event_accept"),
    path(f"{EVENT}end/", views.event_end, name="event_end"),
    path(f"{EVENT}end/act/", views.event_finish, name="event_finish"),
    path(f"{EVENT}results/", views.event_results, name="event_results"),
    path(f"{EVENT}links/", code_views.event_links, name="event_links"),
    path(f"{EVENT}links/<int:link_id>/", code_views.event_link, name="event_link"),
    path(
        f"{EVENT}links/<int:link_id>/code.svg", code_views.event_link_code, name="event_link_code"
    ),
    path(f"{EVENT}links/join/", code_views.event_join_code, name="event_join_code"),
    path(f"{EVENT}links/tables/", code_views.event_tables_open, name="event_tables_open"),
    path(f"{EVENT}rehearse/", views.event_rehearse, name="event_rehearse"),
    path(f"{EVENT}log/", views.event_log, name="event_log"),
    path(f"{EVENT}undo/", views.event_undo, name="event_undo"),
    path("evenings/new/", evening_views.evening_new, name="evening_new"),
    path(EVENING, evening_views.evening, name="evening"),
    path(f"{EVENING}act/", evening_views.evening_act, name="evening_act"),
    path(f"{EVENING}settings/", evening_views.evening_settings, name="evening_settings"),
    path(f"{EVENING}overall.pdf", evening_views.evening_pdf, name="evening_pdf"),
    path(f"{EVENING}tonight.pdf", evening_views.evening_tonight, name="evening_tonight"),
    path(f"{EVENING}evening.xlsx", evening_views.evening_workbook, name="evening_workbook"),
    path(f"{EVENING}export/", evening_views.evening_export, name="evening_export"),
    path(f"{EVENING}code.svg", evening_views.evening_code, name="evening_code"),
    path("components/", views.components, name="components"),
    path("e/<slug:token>/", evening_views.evening_guests, name="evening_guests"),
]
