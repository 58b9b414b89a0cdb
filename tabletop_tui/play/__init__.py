"""A game at a table: the session, its journal, who plays, new games, positions, lists, play without a screen."""
