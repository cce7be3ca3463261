"""What a request meets before any page: by which name it asks, which cookies it shows, how long it
takes, how many came before it."""
