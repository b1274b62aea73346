"""The web application: blueprints over the desk, which turns stored events into histories and
entries into events.
"""
