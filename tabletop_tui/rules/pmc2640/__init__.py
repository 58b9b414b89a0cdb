"""PMC 2640: Hell on Echidna: teams of mercenaries, alternate activation, suppression and assaults, on an open table."""
