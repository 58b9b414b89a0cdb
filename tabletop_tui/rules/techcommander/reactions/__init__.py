"""Reactions: posted, readied and sentry fire at whoever comes into view, and shots from hatches."""
