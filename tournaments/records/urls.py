"""The records of a family."""

from django.urls import path

from tournaments.records import views

urlpatterns = [
    path("people/records/", views.house, name="records"),
    path("people/records/among/", views.among, name="records_among"),
    path("people/records/champions/", views.champions, name="records_champions"),
    path("people/records/lists/", views.lists, name="records_lists"),
    path("people/records/lists/<slug:game>/<slug:name>/", views.one_list, name="records_list"),
    path("people/records/evening/<int:event_id>/", views.evening, name="records_evening"),
    path("people/records/season/", views.season, name="records_season"),
    path("people/records/moments/", views.moments, name="records_moments"),
]
