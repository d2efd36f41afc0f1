"""What is reached by a link or a code, without an account: tables, spectators, the wall screen."""

from django.urls import path

from .views import books, counting, pad, spectator, table, wall

urlpatterns = [
    path("t/<slug:token>/", table.table, name="table"),
    path("t/<slug:token>/state/", table.table_state, name="table_state"),
    path("t/<slug:token>/report/", table.table_report, name="table_report"),
    path("t/<slug:token>/accept/", table.table_accept, name="table_accept"),
    path("t/<slug:token>/agree/", table.table_agree, name="table_agree"),
    path("t/<slug:token>/cut/", table.table_cut, name="table_cut"),
    path("t/<slug:token>/dealer/", table.table_dealer, name="table_dealer"),
    path("t/<slug:token>/round/", pad.pad_report, name="pad_report"),
    path("t/<slug:token>/round/accept/", pad.pad_accept, name="pad_accept"),
    path("t/<slug:token>/round/agree/", pad.pad_agree, name="pad_agree"),
    path("t/<slug:token>/round/withdraw/", pad.pad_withdraw, name="pad_withdraw"),
    path("t/<slug:token>/round/dealer/", pad.pad_dealer, name="pad_dealer"),
    path("t/<slug:token>/ledger/", pad.pad_books, name="pad_books"),
    path("s/<slug:token>/", spectator.spectator, name="spectator"),
    path("s/<slug:token>/seats/", spectator.spectator_seats, name="spectator_seats"),
    path("s/<slug:token>/score/", spectator.spectator_score, name="spectator_score"),
    path("s/<slug:token>/standings/", spectator.spectator_standings, name="spectator_standings"),
    path(
        "s/<slug:token>/players/<int:entry_id>/",
        spectator.spectator_player,
        name="spectator_player",
    ),
    path("s/<slug:token>/ledger/", books.spectator_books, name="spectator_books"),
    path("w/<slug:token>/", wall.wall, name="wall"),
    path("w/<slug:token>/slides/", wall.wall_slides, name="wall_slides"),
    path("count/", counting.counting, name="counting"),
    path("count/<slug:counter>/", counting.count_hand, name="count_hand"),
]
