"""No sentence escapes the translators."""
