"""What a table shows and allows: views, choices, history, undo, clocks. No input or output."""
