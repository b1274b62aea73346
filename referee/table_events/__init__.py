"""Table events other than moves: phone settings, calls for the referee, seats that change hands.

They never affect the score; all are folded from ``History.table_events``.
"""
