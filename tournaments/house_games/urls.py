"""A family's own games and house rules."""

from django.urls import path

from tournaments.house_games import views

GAME = "own-games/<slug:slug>/"

urlpatterns = [
    path("own-games/", views.own_games, name="own_games"),
    path("own-games/new/", views.own_game_new, name="own_game_new"),
    path("own-games/import/", views.own_game_import, name="own_game_import"),
    path(GAME, views.own_game, name="own_game"),
    path(f"{GAME}edit/", views.own_game_edit, name="own_game_edit"),
    path(f"{GAME}act/", views.own_game_act, name="own_game_act"),
    path(f"{GAME}export/", views.own_game_export, name="own_game_export"),
    path("house-rules/new/", views.house_rules_new, name="house_rules_new"),
    path("house-rules/<int:rules_id>/", views.house_rules_edit, name="house_rules_edit"),
]
