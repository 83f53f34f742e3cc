"""The seed papers' experiments as data (`tables`), and one runner for all of them (`runner`)."""
