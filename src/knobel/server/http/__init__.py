"""HTTP: the routes of the API, the web app, and the middleware before both."""
