"""What positions are worth: features, observation, valuation."""
