"""Tables and groups as files, without Flask."""
