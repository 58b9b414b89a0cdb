"""Files in and out: one door each, validation, TOML, shapes of maps, safe texts."""
