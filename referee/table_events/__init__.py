"""What goes on at a table besides its moves: how it treats its phones, calls for the referee, seats
that change hands.

Everything here is folded from the events of a table's log that no score is made of
(``History.table_events``).
"""
