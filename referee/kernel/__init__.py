"""The kernel shared by every game: pure functions on plain data, standard library only."""
