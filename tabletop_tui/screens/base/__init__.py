"""What every screen stands on: the host, commands as bindings, dialogs."""
