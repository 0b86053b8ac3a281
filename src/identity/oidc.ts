import { randomBytes } from 'node:crypto';
import { type ClaimRules, judge } from './claims.ts';
import { Discovery, type DiscoveryOptions, type Endpoint } from './discovery.ts';
import type { ForwardedRequest, Identity, ProviderAnswer } from './identity.ts';
import { Introspection, type IntrospectionCredential } from './introspection.ts';
import { answerFrom, type Silence } from './provider-answer.ts';
import { type CacheLimits, TokenCache } from './token-cache.ts';
import { Upstream, type UpstreamAnswer } from './upstream.ts';

export type IdentityOptions = DiscoveryOptions & {
  readonly introspection: IntrospectionCredential;
  readonly sellerClaims?: readonly string[];
  readonly audience?: string | undefined;
  /** Sent as `scope` of every client_credentials request, for a provider that gives no token without one. */
  readonly clientCredentialsScope?: string | undefined;
  readonly cache?: Partial<CacheLimits>;
  readonly timeoutMs?: number;
  readonly now?: () => number;
};

const MAX_TOKEN_LENGTH = 4096;
/** RFC 6750 2.1, `b64token`. */
const bearerToken = /^[A-Za-z0-9\-._~+/]+=*$/;

/** The identity provider, whichever it is, as OAuth 2.0 and OpenID Connect Discovery describe it. */
export function createIdentity(options: IdentityOptions): Identity {
  const now = options.now ?? Date.now;
  const upstream = new Upstream(options.timeoutMs ?? 5_000);
  const discovery = new Discovery(options, upstream, now);
  const introspection = new Introspection(options.introspection, discovery, upstream);
  const rules: ClaimRules = { sellerClaims: options.sellerClaims ?? ['seller_id'], audience: options.audience };
  const limits: CacheLimits = { positiveMs: 30_000, negativeMs: 5_000, size: 10_000, ...options.cache };

  /** An endpoint that fails may have moved: what discovery said is not believed any longer. */
  const freshAfterFailure = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      discovery.forget();
      throw error;
    }
  };

  const cache = new TokenCache(limits, now, async (token) => {
    const claims = await freshAfterFailure(introspection.claimsOf(token));
    return judge(claims, rules, now());
  });

  /** Never tried again: a code and a rotated refresh token are spent by the first try, answered or not. */
  const forward = async (name: Endpoint, body: string, headers: Record<string, string>): Promise<UpstreamAnswer> =>
    upstream.send(name, await discovery.endpoint(name), { method: 'POST', headers, body });

  const requestToken = async ({ form, ...from }: ForwardedRequest): Promise<ProviderAnswer> => {
    const grantType = form.get('grant_type') ?? '';
    const sent = withScopeOf(options, grantType, form);
    const headers = headersFor('application/x-www-form-urlencoded', from);
    return answerFrom('token', await forward('token', sent.toString(), headers), silenceOfToken(grantType));
  };

  const registerClient: Identity['registerClient'] = async (metadata, from) => {
    const headers = headersFor('application/json', from);
    const answer = await forward('registration', JSON.stringify(metadata), headers);
    return answerFrom('registration', answer, silenceOfRegistration);
  };

  return {
    issuer: options.issuer,
    callerOf: (token) => (isWellFormed(token) ? cache.callerOf(token) : undefined),
    isKnown: (token) => !isWellFormed(token) || cache.has(token),
    authorizationEndpoint: () => discovery.endpoint('authorization'),
    requestToken: (request) => freshAfterFailure(requestToken(request)),
    registerClient: (metadata, from) => freshAfterFailure(registerClient(metadata, from)),
    // A question about a token that cannot be: it proves the way there and the service's own credential.
    ping: async () => void (await freshAfterFailure(introspection.claimsOf(randomBytes(16).toString('hex')))),
    close: () => upstream.close(),
  };
}

/** What is no token is not worth a question, and must not become part of one. */
const isWellFormed = (token: string) => token.length <= MAX_TOKEN_LENGTH && bearerToken.test(token);

function withScopeOf(options: IdentityOptions, grantType: string, form: URLSearchParams): URLSearchParams {
  if (grantType !== 'client_credentials' || !options.clientCredentialsScope) return form;
  const sent = new URLSearchParams(form);
  sent.set('scope', options.clientCredentialsScope);
  return sent;
}

/** No cookie, no Host, no DPoP: nothing of the caller's request goes on but what is named here. */
function headersFor(
  contentType: string,
  { authorization, clientAddress }: Omit<ForwardedRequest, 'form'>,
): Record<string, string> {
  const headers = { 'content-type': contentType, 'x-forwarded-for': clientAddress };
  return authorization === undefined ? headers : { ...headers, authorization };
}

/** A bare 400 most often means that the code or refresh token is spent. */
function silenceOfToken(grantType: string): Silence {
  const spendable = grantType === 'authorization_code' || grantType === 'refresh_token';
  return {
    badRequest: spendable ? 'invalid_grant' : 'invalid_request',
    refused: { error: 'invalid_client', challenge: 'Basic realm="token"' },
  };
}

/** RFC 7591 3: who may register proves it with an initial access token, a bearer token (RFC 6750 3.1). */
const silenceOfRegistration: Silence = {
  badRequest: 'invalid_client_metadata',
  refused: { error: 'invalid_token', challenge: 'Bearer realm="register"' },
};
