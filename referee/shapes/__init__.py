"""Pure functions shared by several games."""
