"""The static edition: the web app with an engine in the browser, written as files for any static host."""
