"""The commands of ``referee``: text for reading or ``--json``, in the language of the terminal."""
