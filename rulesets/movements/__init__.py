"""Movements: who sits where next. Pure functions; every draw uses the generator handed in."""
