"""Files of reference managers and bibliographic databases."""
