export const DAY_SECONDS = 86_400;
export const YEAR_SECONDS = 365 * DAY_SECONDS;
/** Decision 14. */
export const ACCESS_TOKEN_SECONDS = 900;
/** From the last authorization of the browser. */
export const SESSION_SECONDS = 8 * 3600;
