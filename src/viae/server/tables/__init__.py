"""What happens at a table: create and seat, play, undo, chat, study, ratings, time."""
