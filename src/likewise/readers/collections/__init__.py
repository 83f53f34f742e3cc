"""Folders, archives, mailboxes and bookmarks: many documents in one place."""
