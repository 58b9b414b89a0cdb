"""What the editor and the force builder fill in: maps, scenarios, positions, forces."""
