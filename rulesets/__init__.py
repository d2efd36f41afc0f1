"""The rules engine: games, scoring, seating. Pure; standard library only."""
