"""How a computer judges answers and battles."""
