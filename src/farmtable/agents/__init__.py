"""For language models: games played in text, and the MCP server that offers them as tools."""
