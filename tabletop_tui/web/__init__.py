"""The app in a browser: the server, what is taken from a page, and the app's end of the line."""
