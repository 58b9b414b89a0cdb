"""Vehicles that run into something."""
