"""Plain functions that more than one game can use."""
