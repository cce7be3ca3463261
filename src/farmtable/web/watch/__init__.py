"""For whoever runs a server: health checks, metrics and logs."""
