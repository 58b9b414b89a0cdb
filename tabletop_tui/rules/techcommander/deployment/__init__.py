"""Who comes on to the table, where and when."""
