"""Tables and their deals, objections; rules and counting for anyone."""

from django.urls import path

from tournaments.paths import DEAL, EVENT, TABLE
from tournaments.scoring import (
    counting_pages,
    deal_pages,
    dispute_pages,
    rule_pages,
    table_pages,
)

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
    path("rules/own/<str:key>/", rule_pages.rules_own, name="rules_own"),
    path("rules/<slug:slug>/", rule_pages.rules, name="rules"),
    path(TABLE, table_pages.event_table, name="event_table"),
    path(f"{TABLE}act/", table_pages.event_table_act, name="event_table_act"),
    path(DEAL, deal_pages.event_deal, name="event_deal"),
    path(f"{DEAL}act/", deal_pages.event_deal_act, name="event_deal_act"),
    path(f"{DEAL}report/", deal_pages.event_deal_report, name="event_deal_report"),
    path(f"{DEAL}withdraw/", deal_pages.event_deal_withdraw, name="event_deal_withdraw"),
    path(f"{EVENT}rounds/<int:set_number>/", table_pages.event_worksheet, name="event_worksheet"),
    *(
        path(was, table_pages.moved, {"to": to}, name=f"event_formerly_{number}")
        for number, (was, to) in enumerate(FORMERLY, 1)
    ),
    path(f"{EVENT}disputes/", dispute_pages.event_disputes, name="event_disputes"),
    path(
        f"{EVENT}disputes/<int:dispute_id>/",
        dispute_pages.event_dispute_decide,
        name="event_dispute_decide",
    ),
    path("count/", counting_pages.counting, name="counting"),
    path("count/<slug:counter>/", counting_pages.count_hand, name="count_hand"),
]
