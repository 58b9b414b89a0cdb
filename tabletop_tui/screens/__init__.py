"""The screens of the app. They read a game through its system's views and drive it through the session only."""
