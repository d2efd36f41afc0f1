"""Addresses under the link of a table or of spectators, without an account."""

from django.urls import path

from tournaments.phones import board_views, spectator_views, views
from tournaments.standings import views as ledger_views

TABLE = "t/<slug:token>/"
urlpatterns = [
    path(TABLE, views.table, name="table"),
    path(f"{TABLE}code.svg", views.code, name="table_code"),
    path(f"{TABLE}state/", views.state, name="table_state"),
    path(f"{TABLE}later/", views.later, name="table_later"),
    path(f"{TABLE}report/", views.report, name="table_report"),
    path(f"{TABLE}accept/", views.accept, name="table_accept"),
    path(f"{TABLE}keep/", views.keep, name="table_keep"),
    path(f"{TABLE}agree/", views.agree, name="table_agree"),
    path(f"{TABLE}withdraw/", views.withdraw, name="table_withdraw"),
    path(f"{TABLE}undo/", views.undo, name="table_undo"),
    path(f"{TABLE}leave/", board_views.leave, name="table_leave"),
    path(f"{TABLE}alone/", board_views.alone, name="table_alone"),
    path(f"{TABLE}agreed/", board_views.agreed, name="table_agreed"),
    path(f"{TABLE}players/", board_views.players, name="table_players"),
    path(f"{TABLE}players/join/", board_views.join, name="table_join"),
    path(f"{TABLE}players/out/", board_views.out, name="table_out"),
    path(f"{TABLE}players/back/", board_views.back, name="table_back"),
    path(f"{TABLE}cut/", views.cut, name="table_cut"),
    path(f"{TABLE}last/", views.last_deal, name="table_last"),
    path(f"{TABLE}dealer/", views.dealer, name="table_dealer"),
    path(f"{TABLE}ledger/", views.books, name="table_books"),
    # Pages that were open during an upgrade still send to these.
    path(f"{TABLE}round/", views.report, name="board_report"),
    path(f"{TABLE}round/accept/", views.accept, name="board_accept"),
    path(f"{TABLE}round/agree/", views.agree, name="board_agree"),
    path(f"{TABLE}round/withdraw/", views.withdraw, name="board_withdraw"),
    path(f"{TABLE}round/dealer/", views.dealer, name="board_dealer"),
    path("s/<slug:token>/", spectator_views.spectator, name="spectator"),
    path("s/<slug:token>/seats/", spectator_views.spectator_seats, name="spectator_seats"),
    path("s/<slug:token>/score/", spectator_views.spectator_score, name="spectator_score"),
    path(
        "s/<slug:token>/standings/", spectator_views.spectator_standings, name="spectator_standings"
    ),
    path(
        "s/<slug:token>/players/<int:entry_id>/",
        spectator_views.spectator_player,
        name="spectator_player",
    ),
    path("s/<slug:token>/ledger/", ledger_views.spectator_books, name="spectator_books"),
]
