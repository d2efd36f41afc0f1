"""The referee: at a table by its link, and for any game that has one."""

from django.urls import path

from tournaments.referee import views

urlpatterns = [
    path("t/<slug:token>/settle/", views.table_settle, name="table_settle"),
    path("settle/<slug:slug>/", views.settle, name="settle"),
]
