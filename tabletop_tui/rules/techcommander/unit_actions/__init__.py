"""Actions of one unit that are no plain move or shot; a crew that leaves the table."""
