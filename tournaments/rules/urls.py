"""The addresses of rules and of counting hands, for anyone."""

from django.urls import path

from tournaments.rules import views

urlpatterns = [
    path("rules/own/<str:key>/", views.rules_own, name="rules_own"),
    path("rules/<slug:slug>/", views.rules, name="rules"),
    path("count/", views.counting, name="counting"),
    path("count/<slug:counter>/", views.count_hand, name="count_hand"),
]
