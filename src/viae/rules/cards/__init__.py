"""The cards: a module each, with what may be done (`legal`) and doing it (`apply`) side by side.

`begin` opens a card's part of a turn, `legal` lists the codes of its decision, and `apply` performs
one and says whether the part is finished.
"""
