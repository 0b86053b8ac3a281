import { singleFlight } from '../async/single-flight.ts';
import type { Discovery } from './discovery.ts';
import { jsonObjectIn } from './json-object.ts';
import { providerUnavailable, type Upstream } from './upstream.ts';

/** A token is renewed after this part of its time, so that none expires on its way. */
const RENEW_AFTER = 0.8;
/** For a provider that does not say how long the token lives: `expires_in` is optional (RFC 6749 5.1). */
const DEFAULT_LIFETIME_SECONDS = 60;

/** How the service asks for its token. */
export type ServiceTokenRequest = {
  /** The `Authorization` header of the service's client. */
  readonly authorization: string;
  readonly scope: string | undefined;
};

/**
 * The service's own access token, by client_credentials. Some providers let only the bearer of such a token introspect
 * (RFC 7662 2.1 allows both), and a token in the settings would expire.
 */
export class ServiceToken {
  readonly #asking: ServiceTokenRequest;
  readonly #discovery: Discovery;
  readonly #upstream: Upstream;
  /** A monotonic clock. */
  readonly #now: () => number;
  #cached: { readonly value: string; readonly until: number } | undefined;
  readonly #requestShared = singleFlight(() => this.#request());

  constructor(asking: ServiceTokenRequest, discovery: Discovery, upstream: Upstream, now: () => number) {
    this.#asking = asking;
    this.#discovery = discovery;
    this.#upstream = upstream;
    this.#now = now;
  }

  /** Rejects with `Fault('ServiceUnavailable')` when the provider gives none. */
  async value(): Promise<string> {
    if (this.#cached && this.#now() < this.#cached.until) return this.#cached.value;
    return this.#requestShared();
  }

  /** For a token that the provider no longer accepts, because it has been restarted or reset. A newer one stays. */
  invalidate(rejected: string): void {
    if (this.#cached?.value === rejected) this.#cached = undefined;
  }

  async #request(): Promise<string> {
    const requestedAt = this.#now();
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const { authorization, scope } = this.#asking;
    if (scope) form.set('scope', scope);
    const { status, text } = await this.#upstream.send('service token', await this.#discovery.endpoint('token'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      body: form.toString(),
    });
    const answer = status === 200 ? jsonObjectIn(text) : undefined;
    if (typeof answer?.access_token !== 'string' || answer.access_token === '')
      throw providerUnavailable(`service token: status ${status} without a token for the service's own client`);
    const { expires_in: seconds = DEFAULT_LIFETIME_SECONDS } = answer;
    const lifetimeMs = (Number(seconds) > 0 ? Number(seconds) : DEFAULT_LIFETIME_SECONDS) * 1000;
    this.#cached = { value: answer.access_token, until: requestedAt + lifetimeMs * RENEW_AFTER };
    return answer.access_token;
  }
}
