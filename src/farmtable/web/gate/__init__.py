"""What is checked before any page: the host name of a request, its cookies, how long it takes, and how
many came before it."""
