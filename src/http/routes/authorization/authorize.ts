import type { FastifyInstance } from 'fastify';
import { redirectUriProblem } from '../../../domain/authorization/redirect-uri.ts';
import { OFFLINE_ACCESS } from '../../../domain/authorization/rights.ts';
import type { AuthorizationExtras, Identity } from '../../../identity/identity.ts';
import { AuthorizationRequest, oauthAnswer } from '../../../wire/authorization/authorization.ts';
import { Type } from '../../../wire/type.ts';
import { oauth } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { failuresAsPage } from './authorize-page.ts';
import { firstError, invalidRequest, type OAuthError, oauthError, sendOAuthError } from './oauth-error.ts';

const badRequest = oauthAnswer(
  'Something is wrong with the request: JSON, or a page where the browser asks for one. Never a redirect.',
  'invalid_request',
  'code_challenge_method must be S256.',
);
/** Shortened: the whole page has its style sheet in it. */
const pageExample =
  '<!doctype html>\n<title>This application cannot be connected · Account</title>\n<h1>This application cannot be connected</h1>';

const headers = {
  Location: {
    type: 'string',
    format: 'uri',
    description: "The identity provider's authorization endpoint, with the parameters of this request.",
  },
};

export const authorizationRequestRoute = (identity: Identity) => (scope: FastifyInstance) => {
  scope.get('/authorize', {
    schema: {
      operationId: 'startAuthorization',
      summary: 'Ask a seller for authorization',
      description:
        "For the seller's browser. A valid request leads on to the sign-in and consent of the identity provider, which " +
        'sends the browser back to `redirect_uri` with `code`, `state` and `iss`.',
      querystring: AuthorizationRequest,
      response: {
        302: { ...Type.Null({ description: "To the identity provider's authorization endpoint." }), headers },
        400: {
          ...badRequest,
          content: { ...badRequest.content, 'text/html': { schema: Type.String(), example: pageExample } },
        },
        429: answerOf('QuotaExceeded', oauth),
        503: answerOf('ServiceUnavailable', oauth),
        default: oauthAnswer('Any other error, as JSON or as a page.', 'server_error', 'The service failed.'),
      },
    },
    // The schema only documents the query. The checks below report errors as RFC 6749 prescribes.
    validatorCompiler: () => (value) => ({ value }),
    onSend: failuresAsPage,
    handler: async (request, reply) => {
      const query = request.query as Query;
      // Before discovery: a bad request is a 400 even while the provider is down.
      const error = firstError(checks, query);
      // The service has no registry of clients, so a redirect with the error would be an open redirect (decision 12).
      if (error) return sendOAuthError(reply, error);
      const scope = identity.authorizationScope(query.scope ? String(query.scope) : undefined);
      const location = providerLocation(
        await identity.authorizationEndpoint(),
        query,
        scope,
        identity.authorizationExtras,
      );
      return reply.code(302).headers({ location, 'referrer-policy': 'no-referrer' }).send();
    },
  });
};

type Query = Readonly<Record<string, string | string[]>>;

/** The parameters that the provider gets. Others are dropped, so that nothing bypasses the checks under another name. */
const forwardedNames = Object.keys(AuthorizationRequest.properties);

function providerLocation(endpoint: string, query: Query, scope: string, extras: AuthorizationExtras): string {
  const sent = new URLSearchParams({ scope });
  for (const name of forwardedNames) if (query[name] && name !== 'scope') sent.set(name, String(query[name]));
  // Many providers silently drop offline_access unless the request asks for consent (OpenID Connect Core 11).
  const isOffline = scope.split(' ').includes(OFFLINE_ACCESS);
  if (isOffline && extras.prompt !== undefined && !sent.has('prompt')) sent.set('prompt', extras.prompt);
  for (const [name, value] of extras.parameters) sent.append(name, value);
  const location = new URL(endpoint);
  location.search = [...ownParameters(location, sent), sent].join('&');
  return location.href;
}

/** The endpoint's own query stays as it is (RFC 6749 3.1), without parameters that the request has: none may occur twice. */
function ownParameters({ search }: URL, sent: URLSearchParams): string[] {
  const pairs = search.slice(1).split('&');
  return pairs.filter((pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => sent.has(name)));
}

const checks = [ensureOnce, ensureNoSmuggling, ensureComplete, ensureCode, ensureS256, ensureChallenge, ensureRedirect];

/** RFC 6749 3.1: unknown parameters, too. */
function ensureOnce(query: Query): OAuthError | undefined {
  const repeated = Object.values(query).some(Array.isArray);
  return repeated ? invalidRequest('A parameter is given more than once.') : undefined;
}

/** Request objects (OpenID Connect Core 6, 7.2.1) hold parameters that these checks do not see. */
function ensureNoSmuggling(query: Query): OAuthError | undefined {
  const name = ['request', 'request_uri', 'registration'].find((unwanted) => unwanted in query);
  return name === undefined ? undefined : invalidRequest(`${name} is not supported: send plain parameters.`);
}

/** A parameter without a value counts as absent (RFC 6749 3.1). */
function ensureComplete(query: Query): OAuthError | undefined {
  const missing = AuthorizationRequest.required.find((name) => !query[name]);
  return missing === undefined ? undefined : invalidRequest(`${missing} is missing.`);
}

function ensureCode(query: Query): OAuthError | undefined {
  if (query.response_type === 'code') return undefined;
  return oauthError('unsupported_response_type', 'response_type must be code.');
}

function ensureS256(query: Query): OAuthError | undefined {
  return query.code_challenge_method === 'S256' ? undefined : invalidRequest('code_challenge_method must be S256.');
}

function ensureChallenge(query: Query): OAuthError | undefined {
  if (/^[A-Za-z0-9_-]{43}$/.test(String(query.code_challenge))) return undefined;
  return invalidRequest('code_challenge must be 43 base64url characters: the SHA-256 of the code_verifier.');
}

function ensureRedirect(query: Query): OAuthError | undefined {
  const problem = redirectUriProblem(String(query.redirect_uri));
  return problem === undefined ? undefined : invalidRequest(`redirect_uri ${problem}.`);
}
