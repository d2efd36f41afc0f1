"""The beginnings of the addresses of an event and of an evening, for all rooms."""

EVENT = "events/<int:event_id>/"
EVENING = "evenings/<int:evening_id>/"
TABLE = f"{EVENT}sets/<int:set_number>/tables/<int:number>/"
DEAL = f"{TABLE}deals/<int:deal>/"
