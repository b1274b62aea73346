"""Referee: legality, points and reasons for card games played with physical cards."""

__version__ = "0.1.0-dev"
