"""Second implementations of what the referee works out, written from the rules alone and compared
with it over many games.

The oracles (``captain``, ``dream``, ``fight``, ``trip``, ``stack``) know nothing of
``referee.games``: they follow the words of the rules step by step, a clause beside each. The tests
tell an oracle what the engine was told and compare what comes of it.
"""
