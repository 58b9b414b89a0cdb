"""Pages over a battle: log, legend, digest, hints, rolls."""
