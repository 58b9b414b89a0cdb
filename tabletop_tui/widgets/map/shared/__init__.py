"""What maps of hexes and open tables share: marks, traces, rows of cells."""
