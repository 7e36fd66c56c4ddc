/** The name that a box has while a slip of paper lies beside it. */
export const ANCHOR = '--asked'
