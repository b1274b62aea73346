"""Random acts of ten phones at one table: every address is opened after each, properties must hold.

``table`` is what is stored, ``devices`` are the phones, ``acts`` what they do, ``addresses`` what
there is to open, ``properties`` what must hold, ``machine`` the walk itself, ``twins`` two of them
that differ in a secret alone.
"""
