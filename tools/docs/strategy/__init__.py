"""The strategy pages: what perfect play does, measured once and written in two languages."""
