"""What a request meets before any page: by which name it asks, how long it takes, how many came before it."""
