"""Referee: legality, points and reasons for card games played with physical cards."""
