import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { redirectUriProblem } from '../../../domain/authorization/redirect-uri.ts';
import type { Identity } from '../../../identity/identity.ts';
import { AuthorizationRequest, oauthAnswer } from '../../../wire/authorization/authorization.ts';
import { oauth } from '../../server/envelope.ts';
import { answerOf } from '../../server/error-variants.ts';
import { errorPage, failuresAsPage } from './authorize-page.ts';
import { firstRefusal, invalidRequest, type Refusal, refusal, sendRefusal } from './oauth-error.ts';

const badRequest = oauthAnswer(
  'Something is wrong with the request: JSON, or a page where the browser asks for one. Never a redirect.',
  'invalid_request',
  'code_challenge_method must be S256.',
);
const pageExample = errorPage(400, 'invalid_request', 'code_challenge_method must be S256.');

export const authorizationRequestRoute = (identity: Identity) => (scope: FastifyInstance) => {
  scope.get(
    '/authorize',
    {
      schema: {
        operationId: 'startAuthorization',
        summary: 'Send a seller to authorize an application',
        description:
          "For the seller's browser. A valid request leads on to the sign-in and consent of the identity provider, which " +
          'sends the browser back to `redirect_uri` with `code`, `state` and `iss`.',
        querystring: AuthorizationRequest,
        response: {
          302: Type.Null({ description: "To the identity provider's authorization endpoint." }),
          400: {
            ...badRequest,
            content: { ...badRequest.content, 'text/html': { schema: Type.String(), example: pageExample } },
          },
          429: answerOf('QuotaExceeded', oauth),
          503: answerOf('ServiceUnavailable', oauth),
        },
      },
      // The shape describes; what is wrong is said by the checks below, in the words of RFC 6749.
      validatorCompiler: () => (value) => ({ value }),
      onSend: failuresAsPage,
    },
    async (request, reply) => {
      const query = request.query as Query;
      // Before discovery: a bad request is a 400 even while the provider is down.
      const refused = firstRefusal(checks, query);
      // The service keeps no registry of clients, so a redirect with the error would be an open one (decision 12).
      if (refused) return sendRefusal(reply, refused);
      const location = locationAt(await identity.authorizationEndpoint(), query);
      return reply.code(302).headers({ location, 'referrer-policy': 'no-referrer' }).send();
    },
  );
};

type Query = Readonly<Record<string, string | string[]>>;

/** What goes on to the provider. The rest is dropped, so that nothing gets past the checks under another name. */
const passedOn = Object.keys(AuthorizationRequest.properties);

function locationAt(endpoint: string, query: Query): string {
  const location = new URL(endpoint);
  const passed: Record<string, unknown> = { scope: 'offline_access' };
  for (const name of passedOn) if (query[name]) passed[name] = query[name];
  // Providers drop offline_access silently when consent is not asked for (OpenID Connect Core 11).
  if (String(passed.scope).split(' ').includes('offline_access')) passed.prompt ??= 'consent';
  for (const [name, value] of Object.entries(passed)) location.searchParams.set(name, String(value));
  return location.href;
}

const checks = [ensureOnce, ensureNoSmuggling, ensureComplete, ensureCode, ensureS256, ensureChallenge, ensureRedirect];

/** RFC 6749 3.1: also of parameters that nobody knows. */
function ensureOnce(query: Query): Refusal | undefined {
  const repeated = Object.values(query).some(Array.isArray);
  return repeated ? invalidRequest('A parameter is given more than once.') : undefined;
}

/** Request objects (OpenID Connect Core 6, 7.2.1) hold parameters that these checks do not see. */
function ensureNoSmuggling(query: Query): Refusal | undefined {
  const name = ['request', 'request_uri', 'registration'].find((unwanted) => unwanted in query);
  return name === undefined ? undefined : invalidRequest(`${name} is not supported: send plain parameters.`);
}

/** One without a value counts as absent (RFC 6749 3.1). */
function ensureComplete(query: Query): Refusal | undefined {
  const missing = AuthorizationRequest.required.find((name) => !query[name]);
  return missing === undefined ? undefined : invalidRequest(`${missing} is missing.`);
}

function ensureCode(query: Query): Refusal | undefined {
  if (query.response_type === 'code') return undefined;
  return refusal('unsupported_response_type', 'response_type must be code.');
}

function ensureS256(query: Query): Refusal | undefined {
  return query.code_challenge_method === 'S256' ? undefined : invalidRequest('code_challenge_method must be S256.');
}

function ensureChallenge(query: Query): Refusal | undefined {
  if (/^[A-Za-z0-9_-]{43}$/.test(String(query.code_challenge))) return undefined;
  return invalidRequest('code_challenge must be 43 base64url characters: the SHA-256 of the code_verifier.');
}

function ensureRedirect(query: Query): Refusal | undefined {
  const problem = redirectUriProblem(String(query.redirect_uri));
  return problem === undefined ? undefined : invalidRequest(`redirect_uri ${problem}.`);
}
