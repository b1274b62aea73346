"""Tools for whoever writes games: they document, check and scaffold, and are not shipped."""
