"""Ways over the table: how far and where a unit may go, and where it may stand."""
