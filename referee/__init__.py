"""Referee: legality, points and reasons for card games played with physical cards."""

__version__ = "0.10.0"
