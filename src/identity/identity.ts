import type { Caller } from '../domain/authorization/rights.ts';

/** What the provider answered to a forwarded request, already fit to be passed on: never one of its 5xx, never HTML. */
export type ProviderAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

/** How a client proved itself to the token endpoint, passed on as it came. */
export type ForwardedRequest = {
  /** Form fields, in order; the service's own checks are done. */
  readonly form: URLSearchParams;
  /** The caller's `Authorization` header, when there was one. */
  readonly authorization: string | undefined;
  /** The address that the request came from, for the provider's own throttling. */
  readonly clientAddress: string;
};

/**
 * The service's view of the identity provider: the only issuer of tokens. Everything here that cannot be answered because
 * the provider is down, slow or refuses the service's own credential is `Fault('ServiceUnavailable')` with
 * `retryAfterSeconds`; it is never a "no" about the caller, and never a pass (decision 10).
 */
export interface Identity {
  /** The issuer, as it stands in `iss`. */
  readonly issuer: string;
  /** Who a bearer token stands for; undefined when it is malformed, unknown, expired, revoked, or no access token. */
  callerOf(token: string): Promise<Caller | undefined> | Caller | undefined;
  /** Whether `callerOf` answers without a new request to the provider: from the cache, or with one that is on its way. */
  isKnown(token: string): boolean;
  /** Where the delegated flow begins at the provider. */
  authorizationEndpoint(): Promise<string>;
  /** Forwards a token request, once: codes and rotated refresh tokens are single use. */
  requestToken(request: ForwardedRequest): Promise<ProviderAnswer>;
  /** Forwards a registration (RFC 7591). */
  registerClient(
    metadata: Readonly<Record<string, unknown>>,
    request: { authorization: string | undefined; clientAddress: string },
  ): Promise<ProviderAnswer>;
  /** Comes back when the provider answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
