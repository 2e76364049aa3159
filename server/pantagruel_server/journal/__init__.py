"""Where the truth lies: races as ordered events, and the records beside them."""
