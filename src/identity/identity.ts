import type {
  OperatorActor,
  OperatorOperation,
  OperatorOperations,
  OperatorRefusal,
} from '../domain/accounts/operator-operations.ts';
import type {
  ApplicationGrants,
  DelegatedApplication,
  SellerMember,
} from '../domain/authorization/delegated-application.ts';
import type {
  CredentialPage,
  CredentialPosition,
  CredentialType,
} from '../domain/authorization/expiring-credential.ts';
import type { Caller } from '../domain/authorization/rights.ts';
import type { Parameters } from './provider-parameters.ts';
import type { ProviderUse } from './provider-use.ts';

/** The provider's answer to a forwarded request, safe to pass on: never a 5xx, never HTML. */
export type ProviderAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

/** What the service counts about the provider and its cached tokens, for the metrics. */
export type IdentityUse = {
  readonly provider: ProviderUse;
  /** `hits` of good tokens, `rejectedHits` of those that the provider rejected, and `fetches`: neither, so the provider was asked. */
  readonly tokens: { readonly hits: number; readonly rejectedHits: number; readonly fetches: number };
  /** Good and bad tokens that are cached. */
  sizes(): { good: number; bad: number };
};

/** A token request to forward, with the client's own authentication. */
export type ForwardedRequest = {
  /** Form fields in order, after the service's own checks. */
  readonly form: URLSearchParams;
  /** The caller's `Authorization` header, unchanged. */
  readonly authorization: string | undefined;
  /** The address of the caller, for the provider's own rate limits. */
  readonly clientAddress: string;
};

/** What this provider needs of an authorization request. */
export type AuthorizationExtras = {
  /** The prompt of a request for `offline_access` that has none; undefined where the provider wants none. */
  readonly prompt: string | undefined;
  readonly parameters: Parameters;
};

/**
 * The service's view of the identity provider, the only issuer of tokens. When the provider is down, slow, overloaded or
 * rejects the service's own credential, the methods reject with `Fault('ServiceUnavailable')` and `retryAfterSeconds`. That
 * never means that the caller is rejected, and never that it is admitted (decision 10).
 */
export interface Identity {
  /** The value of `iss`. */
  readonly issuer: string;
  readonly use: IdentityUse;
  /** The caller of a good token that is cached; undefined in every other case. On the path of every request. */
  cachedCaller(token: string): Caller | undefined;
  /**
   * The caller that a bearer token stands for; undefined when it is malformed, unknown, expired, revoked, or no access token. `address` is
   * the key of the address that sent it: addresses take turns at the provider. Tokens that were good before come first.
   */
  callerOf(token: string, address?: string): Promise<Caller | undefined> | Caller | undefined;
  /**
   * Whether the provider has answered about the token, or is asked now. Such a token cannot be made up: `callerOf` asks about it again
   * only when it was good, and then before all unknown ones.
   */
  isKnown(token: string): boolean;
  /** The caller for whom the token was good when the provider was last asked, although that may be some minutes ago. Proves who sends it. */
  provenCaller(token: string): Caller | undefined;
  /** The URL at which the delegated flow starts. */
  authorizationEndpoint(): Promise<string>;
  /** The scope to ask the provider for, in its names, when an application asks for `scope`, or for none. */
  authorizationScope(scope: string | undefined): string;
  /** What the redirect to the provider has beside the application's own parameters. */
  readonly authorizationExtras: AuthorizationExtras;
  /** Forwards a token request, once: codes and rotated refresh tokens are single use. */
  requestToken(request: ForwardedRequest): Promise<ProviderAnswer>;
  /** Forwards a registration (RFC 7591). The answer is a 501 when the provider has none (decision 40). */
  registerClient(
    metadata: Readonly<Record<string, unknown>>,
    request: { authorization: string | undefined; clientAddress: string },
  ): Promise<ProviderAnswer>;
  /** Whether the provider can answer `grantedApplications`: only our own can. */
  knowsGrants(): Promise<boolean>;
  /** Which of these applications still have a grant of their seller, and their names. */
  grantedApplications(applications: readonly DelegatedApplication[]): Promise<ApplicationGrants>;
  /** Which of these people still work for their seller; undefined when the provider, of an older version, does not say. */
  enabledMembers(members: readonly SellerMember[]): Promise<((member: SellerMember) => boolean) | undefined>;
  /** The sellers that the operator has disabled; undefined when the provider cannot tell: only our own can. */
  disabledSellers(): Promise<ReadonlySet<string> | undefined>;
  /** Shows or changes sellers, accounts and applications for the operator, whose rights are checked (decision 55). Only our own provider can. */
  operate<Operation extends OperatorOperation>(
    operation: Operation,
    asks: OperatorOperations[Operation]['asks'],
    actor: OperatorActor,
  ): Promise<OperatorOperations[Operation]['gives'] | OperatorRefusal>;
  /** Whether the provider records changes of accounts, applications and grants for the audit log: only our own does. */
  hasAuditEntries(): Promise<boolean>;
  /** The oldest entries that wait there, as their rows. It removes those with the ids `stored`. */
  waitingAuditEntries(stored: readonly string[]): Promise<readonly unknown[]>;
  /** Whether the provider can answer `expiringCredentials`: only our own can. */
  knowsExpiry(): Promise<boolean>;
  /** A page of the secrets, or of the accesses given by sellers, that end within 30 days. */
  expiringCredentials(type: CredentialType, after: CredentialPosition | undefined): Promise<CredentialPage>;
  /** Resolves when the provider answers. */
  ping(): Promise<void>;
  /** Rejects with `ProviderUnhealthy` when the provider answers and says that its store does not work. Only the embedded provider can. */
  checkHealth(): Promise<void>;
  /** Whether the last check of a caller's token failed, less than a minute ago: a provider with a damaged store may answer pings. */
  hasFailedLately(): boolean;
  close(): Promise<void>;
}
