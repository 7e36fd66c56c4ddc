"""The front door of the server: routes under /api, the web app, and what keeps both safe."""
