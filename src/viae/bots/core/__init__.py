"""What bots think with, compiled like the rules: whole turns, evaluation."""
