"""Forces, scenarios and sheets as files: read, checked, listed."""
