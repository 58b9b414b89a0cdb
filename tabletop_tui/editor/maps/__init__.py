"""Maps: brushes, pieces, symmetry, pictures."""
