export const SECOND_MS = 1_000;
export const MINUTE_MS: number = 60 * SECOND_MS;
export const HOUR_MS: number = 60 * MINUTE_MS;
/** UTC days have no leap seconds: each has the same length in epoch milliseconds. */
export const DAY_MS: number = 24 * HOUR_MS;

/** The number of the UTC day since 1970. */
export const dayOf = (epochMs: number): number => Math.floor(epochMs / DAY_MS);
