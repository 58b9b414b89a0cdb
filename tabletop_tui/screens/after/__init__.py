"""After a battle: results, replay, analysis."""
