"""The book of people."""

from django.urls import path

from tournaments.people import views

urlpatterns = [
    path("people/", views.people, name="people"),
    path("people/merge/", views.people_merge, name="people_merge"),
    path("people/import/", views.people_import, name="people_import"),
    path("people/<int:person_id>/", views.person, name="person"),
]
