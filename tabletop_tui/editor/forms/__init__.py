"""Scenarios and lessons as rows of a form."""
