"""The people of a family, and their records."""

from django.urls import path

from tournaments.records import card_photo_views, card_views, people_views, photo_views, views

urlpatterns = [
    path("people/", people_views.people, name="people"),
    path("people/merge/", people_views.people_merge, name="people_merge"),
    path("people/import/", people_views.people_import, name="people_import"),
    path("people/cards/", card_views.cards, name="cards"),
    path("people/cards/<int:cards_id>/", card_views.cards_import, name="cards_import"),
    path("people/cards/photo/", card_photo_views.cards_photo, name="cards_photo"),
    path("people/cards/<int:cards_id>/type/", card_photo_views.cards_typing, name="cards_typing"),
    path("people/<int:person_id>/", people_views.person, name="person"),
    path("people/<int:person_id>/evenings/", people_views.person_evenings, name="person_evenings"),
    path("people/<int:person_id>/figures/", people_views.person_figures, name="person_figures"),
    path("people/<int:person_id>/care/", people_views.person_care, name="person_care"),
    path("people/<int:person_id>/remove/", people_views.person_remove, name="person_remove"),
    path("people/<int:person_id>/stored/", people_views.person_stored, name="person_stored"),
    path("people/<int:person_id>/data.json", people_views.person_download, name="person_download"),
    path("people/records/", views.house, name="records"),
    path("people/records/among/", views.among, name="records_among"),
    path("people/records/champions/", views.champions, name="records_champions"),
    path("people/records/lists/", views.lists, name="records_lists"),
    path("people/records/lists/<slug:game>/<slug:name>/", views.one_list, name="records_list"),
    path("people/records/evening/<int:event_id>/", views.evening, name="records_evening"),
    path(
        "people/records/evening/<int:event_id>/photos/",
        photo_views.event_photos,
        name="records_photos",
    ),
    path("people/photos/<slug:photo_key>/", photo_views.photo, name="photo"),
    path("people/photos/<slug:photo_key>/small/", photo_views.small_photo, name="small_photo"),
    path("people/records/season/", views.season, name="records_season"),
    path("people/records/moments/", views.moments, name="records_moments"),
]
