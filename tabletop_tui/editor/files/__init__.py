"""A file that is being edited: undo, drafts, comments kept."""
