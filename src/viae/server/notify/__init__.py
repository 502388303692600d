"""Notifications for users who are away: settings, ways to notify them, and the delivery."""
