"""Bots in the box; each sees what a player sees and nothing more."""
