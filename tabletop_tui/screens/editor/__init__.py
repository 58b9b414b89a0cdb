"""The editor of files of one's own: a frame that all share, and a screen for each kind of file."""
