/** Changes of secrets, rights, members and factors need a sign-in that is not older. */
export const RECENT_SIGN_IN_SECONDS = 600;

/** The provider's clock may differ a little from ours. */
const CLOCK_SKEW_MS = 60_000;

/** False when the time of the sign-in is unknown. */
export function isRecentSignIn(authTimeMs: number | undefined, nowMs: number): boolean {
  if (authTimeMs === undefined) return false;
  const ageMs = nowMs - authTimeMs;
  return ageMs >= -CLOCK_SKEW_MS && ageMs <= RECENT_SIGN_IN_SECONDS * 1000;
}
