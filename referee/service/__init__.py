"""Tables without Flask: the service that judges and writes, and what it keeps at hand.

Events other than moves never affect the score: phone settings, disputes, seats that
change hands. Their modules fold them from ``History.table_events``.
"""
