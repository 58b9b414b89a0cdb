"""The screens of the school: chapters, guidance, lines of a lesson."""
