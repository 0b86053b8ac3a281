import type { Config } from '../../config/config.ts';
import type { ClaimRules } from '../../identity/claims.ts';
import type { Identity } from '../../identity/identity.ts';
import type { IdentityOptions } from '../../identity/oidc.ts';
import type { Log } from '../../log/log.ts';
import type { ProviderAddress, ServiceClient } from '../../processes/provider-process.ts';
import { operatorConsoleClientIdOf } from '../settings/console-sign-in.ts';
import { isPublicService } from '../settings/production.ts';

/** What makes a token a good one, and who it acts for, as the settings say. */
export function claimRulesOf(config: Config): ClaimRules {
  return {
    sellerClaims: config.idpSellerClaims,
    clientClaims: config.idpClientClaims,
    // The embedded provider names the person in every delegated token.
    ownTokens: config.idpIssuer === undefined ? 'without-person' : config.idpOwnTokens,
    // The embedded provider gives the operator's scope to its operator clients only (decision 39).
    operatorClients: config.idpIssuer === undefined ? 'all' : (config.idpOperatorClients ?? []),
    operatorConsole: operatorConsoleClientIdOf(config),
    ownRights: config.idpIssuer === undefined ? 'scope' : 'claim',
    scopeMap: (config.idpIssuer === undefined ? undefined : config.idpScopeMap) ?? new Map(),
    audience: config.idpAudience,
    untypedTokens: config.idpUntypedTokens,
    maxUntypedSeconds: config.idpMaxTokenSeconds,
  };
}

/** A provider, and the service's own client there. `backchannel` is that of the embedded one. */
export type ProviderOfSettings = {
  readonly issuer: string;
  /** Absent where it is not needed: the provider is not asked about tokens. */
  readonly client: ServiceClient | undefined;
  readonly backchannel?: ProviderAddress['backchannel'];
};

/** What the settings say about a provider. */
export function identityOptionsOf(
  config: Config,
  { issuer, client, backchannel }: ProviderOfSettings,
  log?: Log,
): IdentityOptions {
  const rules = claimRulesOf(config);
  const cacheMs = config.idpCacheSeconds * 1000;
  return {
    issuer,
    discoveryUrl: config.idpDiscoveryUrl ?? backchannel?.discovery,
    endpoints: {
      authorization: config.idpAuthorizationEndpoint,
      // Secrets do not leave the machine to come back by a public address.
      token: config.idpTokenEndpoint ?? backchannel?.token,
      introspection: config.idpIntrospectionEndpoint ?? backchannel?.introspection,
      registration: config.idpRegistrationEndpoint ?? backchannel?.registration,
      jwks: config.idpJwksUri,
    },
    introspection: client && {
      clientId: client.id,
      clientSecret: client.secret,
      method: config.idpIntrospectionAuth,
      scope: config.idpIntrospectionScope,
    },
    tokens: { format: config.idpTokenFormat, algorithms: config.idpJwtAlgorithms, mark: config.idpJwtType },
    timeoutMs: config.idpTimeoutMs,
    claimRules: rules,
    isPublic: isPublicService(config),
    log,
    scopes: config.idpIssuer === undefined ? undefined : { map: rules.scopeMap, extra: config.idpExtraScopes ?? [] },
    clientCredentialsScope: config.idpCcScope,
    resources: config.idpResource,
    audienceParameter: config.idpAudienceParameter,
    sendsPrompt: config.idpPrompt === 'consent',
    clientAuth: config.idpClientAuth,
    cache: { positiveMs: cacheMs, negativeMs: Math.min(5_000, cacheMs) },
  };
}

/** An Identity that can be exchanged while others hold it, for a provider whose address changes. */
export type ReplaceableIdentity = Identity & { replace(next: Identity): void };

export function replaceableIdentity(first: Identity): ReplaceableIdentity {
  let current = first;
  return {
    get issuer() {
      return current.issuer;
    },
    get use() {
      return current.use;
    },
    cachedCaller: (token) => current.cachedCaller(token),
    callerOf: (token, address) => current.callerOf(token, address),
    isKnown: (token) => current.isKnown(token),
    provenCaller: (token) => current.provenCaller(token),
    authorizationScope: (scope) => current.authorizationScope(scope),
    get authorizationExtras() {
      return current.authorizationExtras;
    },
    authorizationEndpoint: () => current.authorizationEndpoint(),
    requestToken: (request) => current.requestToken(request),
    registerClient: (metadata, request) => current.registerClient(metadata, request),
    knowsGrants: () => current.knowsGrants(),
    grantedApplications: (applications) => current.grantedApplications(applications),
    enabledMembers: (members) => current.enabledMembers(members),
    disabledSellers: () => current.disabledSellers(),
    operate: (operation, asks, actor) => current.operate(operation, asks, actor),
    hasAuditEntries: () => current.hasAuditEntries(),
    waitingAuditEntries: (stored) => current.waitingAuditEntries(stored),
    knowsExpiry: () => current.knowsExpiry(),
    expiringCredentials: (type, after) => current.expiringCredentials(type, after),
    ping: () => current.ping(),
    checkHealth: () => current.checkHealth(),
    hasFailedLately: () => current.hasFailedLately(),
    close: () => current.close(),
    replace(next) {
      const previous = current;
      current = next;
      // Requests that are in flight end first.
      void previous.close();
    },
  };
}
