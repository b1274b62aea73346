"""Benchmarks: every number is a ratio to a floor measured in the same run, or a limit of its own.
Run by ``make bench``.
"""
