/** UTC days. They have no leap seconds: each has the same length in epoch milliseconds. */
export const DAY_MS = 86_400_000;

/** The number of the UTC day since 1970. */
export const dayOf = (epochMs: number): number => Math.floor(epochMs / DAY_MS);
