const DAY_SECONDS = 86_400;
export const YEAR_SECONDS = 365 * DAY_SECONDS;
/** The grant lives a day longer than the refresh token, or refreshing would end early. */
export const GRANT_SECONDS = YEAR_SECONDS + DAY_SECONDS;
/** When the refresh token of a grant ends, by the time when the grant expires. */
export const renewalEnd = (grantExpiresAt: number) => grantExpiresAt - DAY_SECONDS * 1000;
export const grantEnd = (renewalEndsAt: number) => renewalEndsAt + DAY_SECONDS * 1000;
/** Decision 14. */
export const ACCESS_TOKEN_SECONDS = 900;
/** From the last authorization of the browser. */
export const SESSION_SECONDS = 8 * 3600;
