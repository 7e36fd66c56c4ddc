/** Milliseconds until something is missed, as in `tests/patience.py`. */
export const PATIENCE = 300_000
