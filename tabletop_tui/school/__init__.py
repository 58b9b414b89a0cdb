"""The school: lessons and puzzles as files, played on the real rules and judged. It knows no screen."""
