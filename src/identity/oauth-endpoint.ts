import type { ProviderAnswer } from './identity.ts';

/** The errors that one endpoint of the service has, and how the errors of the provider map to them. */
export type OAuthEndpoint = {
  /** Names the endpoint for the log. */
  readonly what: string;
  /** The error that is nearest to the provider's status and code. Undefined when the caller did not cause it. */
  errorOf(status: number, code: string | undefined): string | undefined;
  /** The challenge of an error that is a 401. */
  challengeOf(error: string): string | undefined;
  /** The answer when this status says that the provider has no such endpoint. */
  absent(status: number): ProviderAnswer | undefined;
};

/** RFC 6749 5.2. */
const tokenErrors: ReadonlySet<string> = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant'],
  ...['unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
]);

/** Codes of other specifications and of single products, by what they tell the client to do. */
const tokenSynonyms: readonly (readonly [code: RegExp, error: string])[] = [
  [
    /^(unknown|no_such|missing|incorrect|bad)_client(_credentials)?$|^client_(not_found|disabled|authentication_failed)$/,
    'invalid_client',
  ],
  [/^(invalid|expired|revoked)_(token|code)$|_required$|^access_denied$|^account_|^invalid_rapt$/, 'invalid_grant'],
  [/^unauthorized_grant|^unauthorized_app/, 'unauthorized_client'],
  [/^unsupported_/, 'unsupported_grant_type'],
  [/scope/, 'invalid_scope'],
  [/^invalid_(target|resource|audience|parameter|dpop_proof)|^use_dpop_nonce$/, 'invalid_request'],
];

/** Better Auth answers a wrong verifier with 401 `invalid_request`; an unknown client is `invalid_client` with that status. */
const ABOUT_THE_GRANT: ReadonlySet<number> = new Set([400, 401]);

/**
 * The token endpoint. A 400 without a known code most often means that the code or refresh token is spent. The service has
 * checked the form of the request: when a provider calls one `invalid_request` that brings nothing but a refresh token, or a code with
 * its redirect address, it does not know that token or code, or the verifier is wrong. The application must learn that it has to ask the
 * seller again.
 */
export function tokenEndpoint(form: URLSearchParams): OAuthEndpoint {
  const grantType = form.get('grant_type');
  const isSpendable = grantType === 'authorization_code' || grantType === 'refresh_token';
  const isRefreshOnly = grantType === 'refresh_token' && !form.has('scope');
  // Without the address, that it is missing may be what is wrong: most providers want it (decision 37).
  const isWholeCode = grantType === 'authorization_code' && form.has('redirect_uri');
  return {
    what: 'token',
    errorOf: (status, code) => {
      const known = code === undefined ? undefined : nearestTokenError(code);
      // client_credentials presents no grant that could be invalid.
      if (known === 'invalid_grant' && code !== known && !isSpendable) return 'unauthorized_client';
      if (code === 'invalid_request' && ABOUT_THE_GRANT.has(status) && (isRefreshOnly || isWholeCode))
        return 'invalid_grant';
      if (known !== undefined) return known;
      if (status === 401 || status === 403) return 'invalid_client';
      return status === 400 || status === 422 ? (isSpendable ? 'invalid_grant' : 'invalid_request') : undefined;
    },
    challengeOf: (error) => (error === 'invalid_client' ? 'Basic realm="token"' : undefined),
    absent: () => undefined,
  };
}

function nearestTokenError(code: string): string | undefined {
  return tokenErrors.has(code) ? code : tokenSynonyms.find(([pattern]) => pattern.test(code))?.[1];
}

/**
 * Registration (RFC 7591 3.2.2). It is authorized by an initial access token, a bearer token (RFC 6750 3.1): 401 and 403
 * are about that.
 */
export const registrationEndpoint: OAuthEndpoint = {
  what: 'registration',
  errorOf: (status, code) => {
    if (status === 401 || status === 403 || code === 'invalid_token') return 'invalid_token';
    if (code === 'invalid_redirect_uri' || code === 'invalid_request') return code;
    return code !== undefined || status === 400 || status === 422 ? 'invalid_client_metadata' : undefined;
  },
  challengeOf: (error) => (error === 'invalid_token' ? 'Bearer realm="register"' : undefined),
  absent: (status) => (status === 404 || status === 405 || status === 501 ? noRegistration : undefined),
};

/** Decision 40. To try again would change nothing, so it is no 503. */
export const noRegistration: ProviderAnswer = {
  status: 501,
  headers: {},
  body: {
    error: 'invalid_request',
    error_description:
      'The identity provider of this service has no dynamic registration. Ask the operator to create a client for your application.',
  },
};
