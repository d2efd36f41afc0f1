"""The book of people."""

from django.urls import path

from tournaments.people import views

urlpatterns = [
    path("people/", views.people, name="people"),
    path("people/merge/", views.people_merge, name="people_merge"),
    path("people/import/", views.people_import, name="people_import"),
    path("people/<int:person_id>/", views.person, name="person"),
    path("people/<int:person_id>/evenings/", views.person_evenings, name="person_evenings"),
    path("people/<int:person_id>/figures/", views.person_figures, name="person_figures"),
    path("people/<int:person_id>/care/", views.person_care, name="person_care"),
]
