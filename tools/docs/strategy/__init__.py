"""The strategy pages: what perfect play does, measured once and told in two languages."""
