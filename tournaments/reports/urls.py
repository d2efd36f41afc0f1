"""Tables and their deals, and objections."""

from django.urls import path

from tournaments.reports import dispute_views, views
from tournaments.web.url_prefixes import DEAL, EVENT, TABLE

# Addresses that were bookmarked or printed, and which page is meant.
WAS_TABLE = f"{EVENT}pads/<int:set_number>/<int:number>/"
FORMERLY = (
    (f"{TABLE}hands/<int:deal>/", "event_deal_report"),
    (f"{TABLE}hands/<int:deal>/correct/", "event_deal_report"),
    (f"{TABLE}hands/<int:deal>/withdraw/", "event_deal_withdraw"),
    (WAS_TABLE, "event_table"),
    (f"{WAS_TABLE}rounds/<int:deal>/", "event_deal"),
    (f"{WAS_TABLE}rounds/<int:deal>/report/", "event_deal_report"),
    (f"{WAS_TABLE}rounds/<int:deal>/withdraw/", "event_deal_withdraw"),
)

urlpatterns = [
    path(TABLE, views.event_table, name="event_table"),
    path(f"{TABLE}slip/", views.event_slip, name="event_slip"),
    path(f"{TABLE}act/", views.event_table_act, name="event_table_act"),
    path(DEAL, views.event_deal, name="event_deal"),
    path(f"{DEAL}act/", views.event_deal_act, name="event_deal_act"),
    path(f"{DEAL}report/", views.event_deal_report, name="event_deal_report"),
    path(f"{DEAL}withdraw/", views.event_deal_withdraw, name="event_deal_withdraw"),
    path(f"{EVENT}rounds/<int:set_number>/", views.event_worksheet, name="event_worksheet"),
    *(
        path(was, views.redirect_former, {"to": to}, name=f"event_formerly_{number}")
        for number, (was, to) in enumerate(FORMERLY, 1)
    ),
    path(f"{EVENT}disputes/", dispute_views.event_disputes, name="event_disputes"),
    path(
        f"{EVENT}disputes/<int:dispute_id>/",
        dispute_views.event_dispute_decide,
        name="event_dispute_decide",
    ),
]
