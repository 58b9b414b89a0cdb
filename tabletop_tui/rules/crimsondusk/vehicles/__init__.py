"""Driving, and who rides along."""
