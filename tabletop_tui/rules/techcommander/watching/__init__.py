"""Posted, readied and sentry fire: shots at whoever comes into view."""
