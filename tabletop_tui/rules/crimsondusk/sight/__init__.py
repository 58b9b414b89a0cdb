"""Who sees whom, and how well."""
