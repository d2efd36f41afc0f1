"""Chips on a board of nine spaces, claimed round by round."""
