import { type JsonObject, jsonObjectIn } from './json-object.ts';
import { type Upstream, unavailable } from './upstream.ts';

/** The provider's endpoints that the service uses. */
export type Endpoint = 'authorization' | 'token' | 'introspection' | 'registration';

export type DiscoveryOptions = {
  readonly issuer: string;
  /** Where the document is, when it is not at the issuer's well-known path. */
  readonly discoveryUrl?: string | undefined;
  /** Endpoints that need no discovery: the service may reach the provider on another address than browsers do. */
  readonly endpoints?: Readonly<Partial<Record<Endpoint, string | undefined>>> | undefined;
};

const KEEP_MS = 3_600_000;

/** Finds the provider's endpoints (OpenID Connect Discovery 4): when first needed, once for all that ask meanwhile. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #upstream: Upstream;
  readonly #now: () => number;
  #known: { document: JsonObject; until: number } | undefined;
  #asking: Promise<JsonObject> | undefined;

  constructor(options: DiscoveryOptions, upstream: Upstream, now: () => number) {
    this.#options = options;
    this.#upstream = upstream;
    this.#now = now;
  }

  /** Rejects with `Fault('ServiceUnavailable')` when the document cannot be had, or does not name the endpoint. */
  async endpoint(name: Endpoint): Promise<string> {
    const given = this.#options.endpoints?.[name];
    if (given !== undefined) return given;
    const url = (await this.#document())[`${name}_endpoint`];
    if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      this.forget();
      throw unavailable(`discovery: no ${name} endpoint`);
    }
    return url;
  }

  /** After a failure: the provider may have moved, so the next one to need an endpoint asks anew. */
  forget(): void {
    this.#known = undefined;
  }

  #document(): Promise<JsonObject> | JsonObject {
    if (this.#known && this.#now() < this.#known.until) return this.#known.document;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<JsonObject> {
    const { issuer, discoveryUrl } = this.#options;
    const url = discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, text } = await this.#upstream.send('discovery', url, { method: 'GET', headers: {} });
    const document = status === 200 ? jsonObjectIn(text) : undefined;
    if (!document) throw unavailable(`discovery: status ${status} without a document`);
    // Discovery 4.3: a document of another issuer would send secrets to endpoints that are not the provider's.
    if (document.issuer !== issuer) throw unavailable('discovery: the document is of another issuer');
    this.#known = { document, until: this.#now() + KEEP_MS };
    return document;
  }
}
