"""A walk over the whole application: random acts of several phones at one table, every address
opened after each, laws held throughout.

``devices`` are the phones, ``acts`` what they do, ``addresses`` what there is to open, ``laws``
what must hold, ``walker`` the walk itself, its shrinking and its command line.
"""
