"""What is reached by a table’s or a spectators’ link, without an account."""

from django.urls import path

from tournaments.phones import spectator_pages, table_pages
from tournaments.standing import book_pages

TABLE = "t/<slug:token>/"
urlpatterns = [
    path(TABLE, table_pages.table, name="table"),
    path(f"{TABLE}code.svg", table_pages.code, name="table_code"),
    path(f"{TABLE}state/", table_pages.state, name="table_state"),
    path(f"{TABLE}report/", table_pages.report, name="table_report"),
    path(f"{TABLE}accept/", table_pages.accept, name="table_accept"),
    path(f"{TABLE}agree/", table_pages.agree, name="table_agree"),
    path(f"{TABLE}withdraw/", table_pages.withdraw, name="table_withdraw"),
    path(f"{TABLE}cut/", table_pages.cut, name="table_cut"),
    path(f"{TABLE}dealer/", table_pages.dealer, name="table_dealer"),
    path(f"{TABLE}ledger/", table_pages.books, name="table_books"),
    # Phones that were open while the server was brought up to date still send to these.
    path(f"{TABLE}round/", table_pages.report, name="pad_report"),
    path(f"{TABLE}round/accept/", table_pages.accept, name="pad_accept"),
    path(f"{TABLE}round/agree/", table_pages.agree, name="pad_agree"),
    path(f"{TABLE}round/withdraw/", table_pages.withdraw, name="pad_withdraw"),
    path(f"{TABLE}round/dealer/", table_pages.dealer, name="pad_dealer"),
    path("s/<slug:token>/", spectator_pages.spectator, name="spectator"),
    path("s/<slug:token>/seats/", spectator_pages.spectator_seats, name="spectator_seats"),
    path("s/<slug:token>/score/", spectator_pages.spectator_score, name="spectator_score"),
    path(
        "s/<slug:token>/standings/", spectator_pages.spectator_standings, name="spectator_standings"
    ),
    path(
        "s/<slug:token>/players/<int:entry_id>/",
        spectator_pages.spectator_player,
        name="spectator_player",
    ),
    path("s/<slug:token>/ledger/", book_pages.spectator_books, name="spectator_books"),
]
