"""The kernel every game shares: cards, fields, the contract, the ledger, history and records.
Standard library only.
"""
