"""The program as a process: crash reports, signals, and streams that are closed or full."""
