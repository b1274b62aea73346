"""The edition for one phone's browser: the application without a server, and the site it is on."""
