import { singleFlight } from '../async/single-flight.ts';
import { HOUR_MS } from '../domain/duration.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import { providerUnavailable, type Upstream } from './upstream.ts';

/** The provider's endpoints that the service uses. */
export type ProviderEndpoint =
  | 'authorization'
  | 'token'
  | 'introspection'
  | 'jwks'
  | 'registration'
  | 'application_grants'
  | 'audit_entries'
  | 'disabled_sellers'
  | 'operator'
  | 'expiring_credentials'
  | 'health';

export type DiscoveryOptions = {
  readonly issuer: string;
  /** The URL of the document, when it is not at the issuer's well-known path. */
  readonly discoveryUrl?: string | undefined;
  /** Configured endpoints, which need no discovery: the service may reach the provider at another address than browsers. */
  readonly endpoints?: Readonly<Partial<Record<ProviderEndpoint, string | undefined>>> | undefined;
};

const CACHE_MS = HOUR_MS;

/** Finds the provider's endpoints (OpenID Connect Discovery 4) when they are first needed, in a single flight. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #upstream: Upstream;
  /** A monotonic clock. */
  readonly #now: () => number;
  #cached: { document: JsonObject; until: number } | undefined;
  readonly #fetchShared = singleFlight(() => this.#fetch());
  /** Whether the provider said, when it was last asked, that there is no document. */
  #isAbsent = false;

  constructor(options: DiscoveryOptions, upstream: Upstream, now: () => number) {
    this.#options = options;
    this.#upstream = upstream;
    this.#now = now;
  }

  /** Rejects with `Fault('ServiceUnavailable')` when the document cannot be fetched or lacks the endpoint. */
  async endpoint(name: ProviderEndpoint): Promise<string> {
    const configured = this.#options.endpoints?.[name];
    if (configured !== undefined) return configured;
    const url = (await this.#document())[memberOf(name)];
    if (!isWebAddress(url)) {
      this.invalidate();
      throw providerUnavailable(`discovery: no ${memberOf(name)}`);
    }
    return url;
  }

  /**
   * Whether the provider has the endpoint: not all have registration. False also when it has no document at all, and the
   * endpoints that are needed are configured. Rejects when the document cannot be fetched.
   */
  async has(name: ProviderEndpoint): Promise<boolean> {
    const { endpoints } = this.#options;
    if (endpoints?.[name] !== undefined) return true;
    try {
      return isWebAddress((await this.#document())[memberOf(name)]);
    } catch (error) {
      if (this.#isAbsent && endpoints?.token !== undefined) return false;
      throw error;
    }
  }

  /** A list of the document, for the doctor; undefined when it has none. Rejects when the document cannot be fetched. */
  async listed(name: string): Promise<readonly unknown[] | undefined> {
    const list = (await this.#document())[name];
    return Array.isArray(list) ? list : undefined;
  }

  /** For use after a failure: the endpoint may have moved, so the next caller fetches the document again. */
  invalidate(): void {
    this.#cached = undefined;
  }

  #document(): Promise<JsonObject> | JsonObject {
    if (this.#cached && this.#now() < this.#cached.until) return this.#cached.document;
    return this.#fetchShared();
  }

  async #fetch(): Promise<JsonObject> {
    const { issuer, discoveryUrl } = this.#options;
    const url = discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    this.#isAbsent = false;
    const { status, text } = await this.#upstream.send('discovery', url, { method: 'GET', headers: {} });
    this.#isAbsent = status === 404 || status === 410;
    const document = status === 200 ? jsonObjectIn(text) : undefined;
    if (!document) throw providerUnavailable(`discovery: status ${status} without a document`);
    // Discovery 4.3: a document of another issuer could direct secrets to endpoints that are not the provider's.
    if (document.issuer !== issuer) throw providerUnavailable('discovery: the document is of another issuer');
    this.#cached = { document, until: this.#now() + CACHE_MS };
    return document;
  }
}

/** The name in the document (OpenID Connect Discovery 3). */
const memberOf = (name: ProviderEndpoint) => (name === 'jwks' ? 'jwks_uri' : `${name}_endpoint`);

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
