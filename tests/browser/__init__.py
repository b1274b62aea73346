"""The application in a real browser, on a phone of 360 × 740."""
