"""For language models and their agents: games played in words, and the server that offers them as tools."""
