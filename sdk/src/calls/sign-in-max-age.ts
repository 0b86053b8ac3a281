/**
 * Reads the challenge `insufficient_user_authentication` (RFC 9470 3): how long ago the person may have signed in. 0 when the service
 * does not say how long. Undefined for every other challenge.
 */
export function signInMaxAgeMsOf(headers: Headers): number | undefined {
  const challenge = headers.get('www-authenticate') ?? '';
  if (!/\berror="?insufficient_user_authentication\b/.test(challenge)) return undefined;
  const [, seconds = '0'] = /\bmax_age="?(\d{1,9})\b/.exec(challenge) ?? [];
  return Number(seconds) * 1_000;
}
