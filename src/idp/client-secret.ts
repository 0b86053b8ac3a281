import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import { AttemptThrottle, retryAfterSeconds } from './attempt-throttle.ts';
import type { Clients } from './client-address.ts';
import { REFUSED_ELSEWHERE } from './demo-data.ts';
import { errors } from './oidc-library.ts';
import { isSecret } from './secrets.ts';
import { isLive, matchingSecret, recordSecretUse, type StoredSecret, secretsOf } from './stored-secrets.ts';

/** The fields of the library's client that this check uses. */
export type SecretClient = { clientId: string; clientSecret?: string | undefined; demo?: boolean };

export type ClientSecretCheck = (client: SecretClient, secret: string, ctx: KoaContextWithOIDC) => Promise<boolean>;

type Options = {
  db: Sql;
  now: () => number;
  demoAnywhere: boolean;
  clients: Clients;
  serviceClient: { id: string };
  log: Pick<Log, 'warn'>;
};

const POLICY = { freeAttempts: 10, firstPauseMs: 1_000, maxPauseMs: 60_000, resetAfterMs: 600_000 };

/**
 * Compares a client's secret with the stored hashes, each in constant time. It throttles wrong secrets per client and address, so
 * that the right secret still works from another address (decision 33). A secret that has expired is refused and not throttled:
 * other instances of the application may send the new one from the same address.
 */
export function clientSecretCheck(options: Options): ClientSecretCheck {
  const { db, now, demoAnywhere, clients, serviceClient, log } = options;
  const throttle = new AttemptThrottle('secret by client and address', POLICY, options);
  return async (client, secret, ctx) => {
    // Its secret is long and random. With a throttle, anybody at its address could lock the service out.
    if (client.clientId === serviceClient.id) return isSecret(secret, client.clientSecret ?? '');
    const sender = clients.of(ctx.req);
    if (client.demo && !demoAnywhere && sender.isElsewhere) {
      log.warn({ clientId: client.clientId }, REFUSED_ELSEWHERE);
      throw new errors.InvalidClientAuth('demo clients work on this machine only');
    }
    const key = `${sender.key} ${client.clientId}`;
    rejectWhileWaiting(await throttle.waitMs(key), ctx);
    const stored = await secretsOf(db, client.clientId);
    const match = secret.length <= 1000 ? await matchingSecret(secret, stored) : undefined;
    // Concurrent guesses may have failed meanwhile: only the free attempts get an answer.
    if (match === undefined) {
      rejectWhileWaiting(await throttle.take(key), ctx);
      return false;
    }
    const { waitMs, isCounted } = await throttle.countOf(key);
    rejectWhileWaiting(waitMs, ctx);
    if (!isLive(match, now())) throw expiredSecret(match);
    if (isCounted) await throttle.reset(key);
    await recordSecretUse(db, match, now()).catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of a client secret was not recorded');
    });
    return true;
  };
}

/** The caller knows the secret, so the reason may be told. */
function expiredSecret({ expiresAt }: StoredSecret): Error {
  const error = new errors.InvalidClientAuth('the client secret has expired');
  const endedAt = new Date(expiresAt ?? 0).toISOString();
  return Object.assign(error, {
    error_description: `the client secret expired at ${endedAt}; use the newer one, or create another`,
  });
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
