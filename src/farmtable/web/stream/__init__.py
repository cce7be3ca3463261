"""The stream of events of a table: what it tells its pages by itself."""
