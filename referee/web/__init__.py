"""The web application: blueprints over the table service."""
