import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Log } from '../log/log.ts';
import { AttemptThrottle, retryAfterSeconds } from './attempt-throttle.ts';
import type { Clients } from './client-address.ts';
import { REFUSED_ELSEWHERE } from './demo-data.ts';
import { errors } from './oidc-library.ts';
import { isSecret } from './secrets.ts';

/** The fields of the library's client that this check uses. */
export type SecretClient = { clientId: string; clientSecret?: string | undefined; demo?: boolean };

export type ClientSecretCheck = (client: SecretClient, secret: string, ctx: KoaContextWithOIDC) => Promise<boolean>;

type Options = {
  monotonic: () => number;
  demoAnywhere: boolean;
  clients: Clients;
  serviceClient: { id: string };
  log: Pick<Log, 'warn'>;
};

const POLICY = { freeAttempts: 10, firstPauseMs: 1_000, maxPauseMs: 60_000, resetAfterMs: 600_000 };

/**
 * Compares a client's secret with the stored hash, in constant time. It throttles wrong secrets per client and address, so
 * that the right secret still works from another address (decision 33).
 */
export function clientSecretCheck(options: Options): ClientSecretCheck {
  const { monotonic, demoAnywhere, clients, serviceClient, log } = options;
  const throttle = new AttemptThrottle(POLICY, monotonic);
  return async (client, secret, ctx) => {
    // Its secret is long and random. With a throttle, anybody at its address could lock the service out.
    if (client.clientId === serviceClient.id) return isSecret(secret, client.clientSecret ?? '');
    const sender = clients.of(ctx.req);
    if (client.demo && !demoAnywhere && sender.isElsewhere) {
      log.warn({ clientId: client.clientId }, REFUSED_ELSEWHERE);
      throw new errors.InvalidClientAuth('demo clients work on this machine only');
    }
    const key = `${sender.key} ${client.clientId}`;
    rejectWhileWaiting(throttle.waitMs(key), ctx);
    const isRight = secret.length <= 1000 && (await isSecret(secret, client.clientSecret ?? ''));
    // Concurrent guesses may have failed meanwhile: only the free attempts get an answer.
    rejectWhileWaiting(throttle.waitMs(key), ctx);
    if (isRight) throttle.reset(key);
    else throttle.count(key);
    return isRight;
  };
}

function rejectWhileWaiting(waitMs: number, ctx: KoaContextWithOIDC): void {
  if (waitMs === 0) return;
  const seconds = retryAfterSeconds(waitMs);
  ctx.set('Retry-After', String(seconds));
  const error = new errors.CustomOIDCProviderError(
    'temporarily_unavailable',
    `too many wrong secrets for this client; try again in ${seconds} s`,
  );
  throw Object.assign(error, { status: 429, statusCode: 429 });
}
