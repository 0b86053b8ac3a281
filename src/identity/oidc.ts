import { addressKey } from '../domain/address-key.ts';
import type { Caller } from '../domain/authorization/rights.ts';
import type { Log } from '../log/log.ts';
import { CLIENT_ADDRESS_HEADER, proveAddress } from '../network/client-address-proof.ts';
import { type AccessTokenOptions, accessTokensOf, judgeToken, type ReadToken } from './access-tokens.ts';
import { enabledMembers, grantedApplications } from './application-grants.ts';
import { waitingAuditEntries } from './audit-entries.ts';
import type { ClaimRules, VerifiedToken } from './claims.ts';
import { authenticatedBy, type ClientAuth } from './client-auth.ts';
import { disabledSellers } from './disabled-sellers.ts';
import { Discovery, type DiscoveryOptions, type ProviderEndpoint } from './discovery.ts';
import { expiringCredentials } from './expiring-credentials.ts';
import type { ForwardedRequest, Identity, ProviderAnswer } from './identity.ts';
import { noRegistration, registrationEndpoint, tokenEndpoint } from './oauth-endpoint.ts';
import { operate } from './operator-request.ts';
import { sanitizeAnswer } from './provider-answer.ts';
import { ProviderHealth } from './provider-health.ts';
import { type TokenTarget, targetParameters } from './provider-parameters.ts';
import { type ScopeRules, sameScopes, translatedScopes } from './provider-scopes.ts';
import { type CacheLimits, TokenCache } from './token-cache.ts';
import { isTooManyPending, Upstream, type UpstreamAnswer, type UpstreamTrace } from './upstream.ts';

export type IdentityOptions = DiscoveryOptions &
  AccessTokenOptions &
  TokenTarget & {
    /** What makes a token a good one, and who it acts for; see `DEFAULT_CLAIM_RULES`. */
    readonly claimRules?: Partial<ClaimRules>;
    /** How the provider names scopes; the embedded one, without this, has our names. */
    readonly scopes?: ScopeRules | undefined;
    /** Sent as `scope` of every client_credentials request, for providers that require one. */
    readonly clientCredentialsScope?: string | undefined;
    /** Whether a request for `offline_access` without a prompt gets `prompt=consent`. Some providers refuse every prompt. */
    readonly sendsPrompt?: boolean;
    readonly clientAuth?: ClientAuth;
    /** Gets a line for each token that is refused, with the reason. */
    readonly log?: Pick<Log, 'info'> | undefined;
    /** Called each time the provider confirms a token: once in `positiveMs` while the token is in use, not at every request. */
    readonly onCaller?: ((caller: Caller) => void) | undefined;
    /** Whether the service serves others: then a caller's address never proves that the caller is on this machine. */
    readonly isPublic?: boolean;
    readonly cache?: Partial<CacheLimits>;
    readonly timeoutMs?: number;
    readonly trace?: UpstreamTrace | undefined;
    /** The time of day, for `exp` and `nbf`. */
    readonly now?: () => number;
    /** A monotonic clock, for everything that is cached. */
    readonly monotonic?: () => number;
  };

const DEFAULT_CLAIM_RULES: ClaimRules = {
  sellerClaims: ['seller_id'],
  clientClaims: ['client_id', 'azp'],
  ownTokens: 'proven',
  operatorClients: [],
  ownRights: 'claim',
  scopeMap: new Map(),
  untypedTokens: 'refuse',
  maxUntypedSeconds: 3600,
};

/** How often expired tokens are removed from memory. */
const SWEEP_MS = 5_000;

const MAX_TOKEN_LENGTH = 4096;
/** RFC 6750 2.1, `b64token`. */
const bearerToken = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Any identity provider that follows OAuth 2.0 and OpenID Connect Discovery. */
export function createIdentity(options: IdentityOptions): Identity {
  const { now = Date.now, monotonic = () => performance.now() } = options;
  const upstream = new Upstream(options.timeoutMs ?? 5_000, options.trace);
  const discovery = new Discovery(options, upstream, monotonic);
  const health = new ProviderHealth(discovery, upstream, monotonic);
  const rules: ClaimRules = { ...DEFAULT_CLAIM_RULES, ...options.claimRules };
  const tokens = accessTokensOf(options, rules, { discovery, upstream, monotonic, now });
  const scopes = options.scopes ? translatedScopes(options.scopes) : sameScopes;
  const limits: CacheLimits = { positiveMs: 30_000, negativeMs: 5_000, size: 10_000, ...options.cache };

  /** An endpoint that fails may have moved, so its discovery is repeated. */
  const invalidateOnFailure = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!isTooManyPending(error)) discovery.invalidate();
      throw error;
    }
  };

  /** Undefined for a token that is refused. The caller learns only that; the reason is for the operator. */
  const verified = (read: ReadToken): VerifiedToken | undefined => {
    const token = judgeToken(read, rules);
    if ('caller' in token) {
      if (token.caller.support === undefined) options.onCaller?.(token.caller);
      return token;
    }
    options.log?.info({ reason: token.refusal }, 'a token was refused');
    return undefined;
  };

  const cache = new TokenCache(limits, monotonic, async (token, address) => {
    return verified(await invalidateOnFailure(tokens.read(token, address)));
  });
  const sweeping = setInterval(() => cache.sweep(), SWEEP_MS).unref();

  /** Never retried: the first attempt spends a code or a rotated refresh token, answered or not. */
  const forward = async (
    name: ProviderEndpoint,
    body: string,
    headers: Record<string, string>,
    clientAddress: string,
  ): Promise<UpstreamAnswer> => {
    const address = addressKey(clientAddress.replace(/^.*, */s, ''));
    return upstream.send(name, await discovery.endpoint(name), { method: 'POST', headers, body, address });
  };

  const parameters = targetParameters(options);

  const requestToken = async ({ form, authorization, clientAddress }: ForwardedRequest): Promise<ProviderAnswer> => {
    const grantType = form.get('grant_type') ?? '';
    const scope = grantType === 'client_credentials' ? options.clientCredentialsScope : form.get('scope');
    const sent = new URLSearchParams(form);
    if (scope) sent.set('scope', grantType === 'client_credentials' ? scope : scopes.refreshed(scope));
    for (const [name, value] of parameters) sent.append(name, value);
    const client = authenticatedBy(options.clientAuth ?? 'as-sent', { form: sent, authorization });
    const caller = { authorization: client.authorization, clientAddress };
    const headers = forwardedHeaders('application/x-www-form-urlencoded', caller, options);
    const answer = sanitizeAnswer(
      tokenEndpoint(form),
      await forward('token', client.form.toString(), headers, clientAddress),
    );
    return withGrantedScope(answer);
  };

  const registerClient: Identity['registerClient'] = async (metadata, caller) => {
    if (!(await discovery.has('registration'))) return noRegistration;
    const { scope } = metadata;
    const sent = typeof scope === 'string' ? { ...metadata, scope: scopes.registered(scope) } : metadata;
    const headers = forwardedHeaders('application/json', caller, options);
    const forwarded = await forward('registration', JSON.stringify(sent), headers, caller.clientAddress);
    const answer = sanitizeAnswer(registrationEndpoint, forwarded);
    return withGrantedScope(answer);
  };

  const withGrantedScope = (answer: ProviderAnswer): ProviderAnswer => {
    const { scope, ...body } = answer.body;
    const granted = scopes.granted(scope);
    return granted === undefined ? { ...answer, body } : { ...answer, body: { ...body, scope: granted } };
  };

  // Only the embedded provider has what the service asks for with it: that one has opaque tokens.
  const credential = options.introspection ?? { clientId: '', clientSecret: '', method: 'basic' };
  const service = { credential, discovery, upstream };
  return {
    issuer: options.issuer,
    use: { provider: upstream.use, tokens: cache.use, sizes: () => cache.sizes },
    // Only well-formed tokens are cached.
    cachedCaller: (token) => cache.goodCaller(token),
    callerOf: (token, address) => (isWellFormed(token) ? cache.callerOf(token, address) : undefined),
    isKnown: (token) => !isWellFormed(token) || cache.has(token),
    provenCaller: (token) => cache.provenCaller(token),
    authorizationEndpoint: () => discovery.endpoint('authorization'),
    authorizationScope: scopes.requested,
    authorizationExtras: { prompt: options.sendsPrompt === false ? undefined : 'consent', parameters },
    requestToken: (request) => invalidateOnFailure(requestToken(request)),
    registerClient: (metadata, caller) => invalidateOnFailure(registerClient(metadata, caller)),
    knowsGrants: () => invalidateOnFailure(discovery.has('application_grants')),
    grantedApplications: (applications) => invalidateOnFailure(grantedApplications(service, applications)),
    enabledMembers: (members) => invalidateOnFailure(enabledMembers(service, members)),
    disabledSellers: () => invalidateOnFailure(disabledSellers(service)),
    operate: (operation, asks, actor) => invalidateOnFailure(operate(service, { operation, asks, actor })),
    knowsExpiry: () => invalidateOnFailure(discovery.has('expiring_credentials')),
    expiringCredentials: (type, after) => invalidateOnFailure(expiringCredentials(service, type, after)),
    hasAuditEntries: () => invalidateOnFailure(discovery.has('audit_entries')),
    waitingAuditEntries: (stored) => invalidateOnFailure(waitingAuditEntries(service, stored)),
    ping: () => invalidateOnFailure(tokens.ping()),
    checkHealth: () => health.check(),
    hasFailedLately: () => cache.hasFailedLately(),
    close: () => {
      clearInterval(sweeping);
      return upstream.close();
    },
  };
}

/** A malformed token is not introspected, and must not become part of a request. */
const isWellFormed = (token: string) => token.length <= MAX_TOKEN_LENGTH && bearerToken.test(token);

/** Only these headers of the caller's request are forwarded: no Cookie, no Host, no DPoP. */
function forwardedHeaders(
  contentType: string,
  { authorization, clientAddress }: Omit<ForwardedRequest, 'form'>,
  { introspection, isPublic }: IdentityOptions,
): Record<string, string> {
  // A proxy on this machine that adds no header looks like a local caller, who may use the demo accounts.
  const proven = isPublic ? `unknown, ${clientAddress}` : clientAddress;
  const headers = {
    'content-type': contentType,
    'x-forwarded-for': clientAddress,
    // The default provider believes the address only with this proof.
    ...(introspection && { [CLIENT_ADDRESS_HEADER]: proveAddress(introspection.clientSecret, proven) }),
  };
  return authorization === undefined ? headers : { ...headers, authorization };
}
