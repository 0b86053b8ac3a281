import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { addressOf, isFromElsewhere, type TrustsPeer } from './address.ts';
import { errors } from './oidc.ts';
import { digest, isChosen, isSame, isSecret } from './secrets.ts';
import { retryAfterSeconds, Throttle } from './throttle.ts';

/** The fields of a provider's client that count here. */
export type SecretClient = { clientId: string; clientSecret?: string | undefined; demo?: boolean };

export type ClientSecretCheck = (client: SecretClient, given: string, ctx: KoaContextWithOIDC) => Promise<boolean>;

type Options = { now: () => number; demoAnywhere: boolean; trustsPeer: TrustsPeer; serviceClient: { id: string } };

/**
 * Compares a client's secret with the stored hash, in constant time, and slows down guessing per client and address: a
 * right secret from another address is not touched by it (decision 33).
 */
export function clientSecretCheck({ now, demoAnywhere, trustsPeer, serviceClient }: Options): ClientSecretCheck {
  const throttle = new Throttle({ free: 10, firstPauseMs: 1_000, longestPauseMs: 60_000, forgetAfterMs: 600_000 }, now);
  const slow = slowOnlyOnce();
  return async (client, given, ctx) => {
    // Its secret is long and random. Slowed down, whoever sends wrong ones from its address would shut the service out.
    if (client.clientId === serviceClient.id) return isSecret(given, client.clientSecret ?? '');
    if (client.demo && !demoAnywhere) refuseFromElsewhere(ctx.req);
    const key = `${addressOf(ctx.req, trustsPeer)} ${client.clientId}`;
    refuseWhile(throttle.waitMs(key), ctx);
    const right = given.length <= 1000 && (await slow(given, client.clientSecret ?? ''));
    // Others may have failed meanwhile: of many guesses side by side only the free ones get an answer.
    refuseWhile(throttle.waitMs(key), ctx);
    if (right) throttle.clear(key);
    else throttle.failed(key);
    return right;
  };
}

function refuseFromElsewhere(request: IncomingMessage): void {
  if (isFromElsewhere(request)) throw new errors.InvalidClientAuth('demo clients work on this machine only');
}

function refuseWhile(waitMs: number, ctx: KoaContextWithOIDC): void {
  if (waitMs === 0) return;
  const seconds = retryAfterSeconds(waitMs);
  ctx.set('Retry-After', String(seconds));
  const error = new errors.CustomOIDCProviderError(
    'temporarily_unavailable',
    `too many wrong secrets for this client; try again in ${seconds} s`,
  );
  throw Object.assign(error, { status: 429, statusCode: 429 });
}

/** A secret that a person chose costs 60 ms to check; the last right one is remembered by its digest, in memory only. */
function slowOnlyOnce(): (given: string, stored: string) => Promise<boolean> {
  const known = new Map<string, Buffer>();
  return async (given, stored) => {
    if (!isChosen(stored)) return isSecret(given, stored);
    const fingerprint = Buffer.from(digest(`${stored} ${given}`));
    const right = known.get(stored);
    if (right !== undefined && isSame(right, fingerprint)) return true;
    const matches = await isSecret(given, stored);
    if (matches) known.set(stored, fingerprint);
    return matches;
  };
}
