"""Junk: valid requests of the application with one to three parts changed, by which nothing may
break.
"""
