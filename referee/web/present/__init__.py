"""View models: what a page shows, worked out from a history. No game is known here by name, and nothing is scored."""
