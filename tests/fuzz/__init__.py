"""Fuzzing: what the description of the API allows and what it does not, and valid requests with
one to three parts damaged. Nothing may break.
"""
