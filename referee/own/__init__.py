"""Games made of a score sheet that somebody wrote: no code, only entries, checks and formulas."""
