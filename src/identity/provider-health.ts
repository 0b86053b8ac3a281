import { isObject } from '../domain/is-object.ts';
import type { Discovery } from './discovery.ts';
import { jsonObjectIn } from './json-object.ts';
import type { Upstream } from './upstream.ts';

/** Why the provider cannot do its work although it answers. The message is public. */
export class ProviderUnhealthy extends Error {}

const DAMAGED =
  'The stored data of the identity provider is damaged: some or all requests for tokens fail. Its log says where; restore a backup.';
const UNREADABLE = 'The identity provider cannot read its stored data. Its log says why.';
const NOT_WRITABLE = 'The identity provider cannot write, so it issues no tokens. Its log says why.';

/** How long a provider without a discovery document is not asked for it again. */
const NO_DOCUMENT_MS = 10_000;

/** Asks the provider for its health, if it has such an endpoint. */
export class ProviderHealth {
  readonly #discovery: Discovery;
  readonly #upstream: Upstream;
  /** A monotonic clock. */
  readonly #now: () => number;
  #askAgainAt = Number.NEGATIVE_INFINITY;

  constructor(discovery: Discovery, upstream: Upstream, now: () => number) {
    this.#discovery = discovery;
    this.#upstream = upstream;
    this.#now = now;
  }

  /** Rejects with `ProviderUnhealthy`. Resolves also when the provider has no health endpoint or does not answer: `ping` finds that. */
  async check(): Promise<void> {
    const parts = await this.#parts();
    if (parts === undefined) return;
    if (parts.store === 'failed') throw new ProviderUnhealthy(UNREADABLE);
    if (parts.store === 'degraded') throw new ProviderUnhealthy(DAMAGED);
    if (parts['store writes'] !== 'ok') throw new ProviderUnhealthy(NOT_WRITABLE);
  }

  async #parts(): Promise<Record<string, unknown> | undefined> {
    if (!(await this.#isKnown())) return undefined;
    try {
      // Beside the introspection endpoint, at whichever address the service reaches that.
      const url = new URL('../health/ready', await this.#discovery.endpoint('introspection')).href;
      const { text } = await this.#upstream.send('health', url, { method: 'GET', headers: {} });
      const parts = jsonObjectIn(text)?.parts;
      return isObject(parts) ? parts : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether the discovery document has a health endpoint: only the embedded provider's does. */
  async #isKnown(): Promise<boolean> {
    if (this.#now() < this.#askAgainAt) return false;
    try {
      return await this.#discovery.has('health');
    } catch {
      this.#askAgainAt = this.#now() + NO_DOCUMENT_MS;
      return false;
    }
  }
}
