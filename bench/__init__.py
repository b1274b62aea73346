"""How fast the application is: ``make bench`` prints the figures that count, all from one run."""
