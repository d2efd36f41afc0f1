"""What is reached by a link or a code, without an account: tables, spectators, the wall screen."""

from django.urls import path

from .views import spectator, table, wall

urlpatterns = [
    path("t/<str:token>/", table.table, name="table"),
    path("t/<str:token>/state/", table.table_state, name="table_state"),
    path("t/<str:token>/report/", table.table_report, name="table_report"),
    path("t/<str:token>/accept/", table.table_accept, name="table_accept"),
    path("t/<str:token>/agree/", table.table_agree, name="table_agree"),
    path("t/<str:token>/cut/", table.table_cut, name="table_cut"),
    path("t/<str:token>/dealer/", table.table_dealer, name="table_dealer"),
    path("s/<str:token>/", spectator.spectator, name="spectator"),
    path("s/<str:token>/seats/", spectator.spectator_seats, name="spectator_seats"),
    path("s/<str:token>/standings/", spectator.spectator_standings, name="spectator_standings"),
    path(
        "s/<str:token>/players/<int:entry_id>/",
        spectator.spectator_player,
        name="spectator_player",
    ),
    path("w/<str:token>/", wall.wall, name="wall"),
    path("w/<str:token>/slides/", wall.wall_slides, name="wall_slides"),
]
