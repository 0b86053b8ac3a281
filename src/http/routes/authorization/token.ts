import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/identity.ts';
import {
  GRANT_TYPES,
  type GrantType,
  oauthAnswer,
  Token,
  TokenRequest,
  writeToken,
} from '../../../wire/authorization/authorization.ts';
import { oauth } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { CLIENT_SECURITY } from '../../openapi/security.ts';
import {
  ensureClientHeader,
  ensureConnected,
  ensureOneClient,
  ensureOneHeader,
  forwardedAddress,
} from './client-authentication.ts';
import {
  firstError,
  invalidRequest,
  type OAuthError,
  oauthError,
  sendOAuthError,
  sendProviderAnswer,
  unusableAnswer,
} from './oauth-error.ts';
import { acceptsOnly, FORM, JSON_TYPE, keepText, MAX_BODY_BYTES, parametersOf } from './request-body.ts';

export const tokenRoute = (identity: Identity) => (scope: FastifyInstance) => {
  scope.post('/token', {
    schema: {
      operationId: 'requestToken',
      summary: 'Get an access token',
      description:
        "For a seller's own application: `client_credentials`. For an application that a seller authorized: " +
        '`authorization_code` with PKCE, then `refresh_token`. A form, or the same names in a flat JSON object. ' +
        'The client proves itself by HTTP Basic or by `client_id` and `client_secret`, never by both.',
      security: CLIENT_SECURITY,
      consumes: [FORM, JSON_TYPE],
      body: TokenRequest,
      response: {
        200: Token,
        400: oauthAnswer('The request or the grant is not valid.', 'invalid_grant', 'The code is spent.'),
        401: oauthAnswer('The client is not known, or did not prove itself.', 'invalid_client', 'Client unknown.'),
        429: answerOf('QuotaExceeded', oauth),
        503: answerOf('ServiceUnavailable', oauth),
      },
    },
    // The schema only documents the body. The checks below report errors as RFC 6749 prescribes.
    validatorCompiler: () => (value) => ({ value }),
    bodyLimit: MAX_BODY_BYTES,
    ...acceptsOnly(FORM, JSON_TYPE),
    preParsing: keepText,
    handler: async (request, reply) => {
      const parameters = parametersOf(request);
      if (!(parameters instanceof Map)) return sendOAuthError(reply, parameters);
      const { authorization } = request.headers;
      const error =
        ensureOneHeader(request) ?? firstError(checks, { parameters, authorization }) ?? ensureConnected(request);
      if (error) return sendOAuthError(reply, error);
      const grantType = parameters.get('grant_type') as GrantType;
      const form = forwardedForm(grantType, parameters);
      const answer = await identity.requestToken({ form, authorization, clientAddress: forwardedAddress(request) });
      if (answer.status >= 400) return sendProviderAnswer(reply, answer);
      const token = writeToken(answer.body, grantType);
      if (!token) throw unusableAnswer('token');
      return token;
    },
  });
};

/** The parameters of each grant. Others are dropped, for client_credentials also `scope` (spec 5.5). */
const fieldsOf: Readonly<Record<GrantType, readonly string[]>> = {
  client_credentials: [],
  authorization_code: ['code', 'code_verifier', 'redirect_uri'],
  refresh_token: ['refresh_token', 'scope'],
};

function forwardedForm(grantType: GrantType, parameters: ReadonlyMap<string, string>): URLSearchParams {
  const form = new URLSearchParams();
  for (const name of ['grant_type', 'client_id', 'client_secret', ...fieldsOf[grantType]]) {
    const value = parameters.get(name);
    if (value !== undefined) form.set(name, value);
  }
  return form;
}

type SentRequest = { readonly parameters: ReadonlyMap<string, string>; readonly authorization: string | undefined };

/** In this order, and all before the provider authenticates the client (decision 11). */
const checks = [ensureGrantType, ensureCode, ensureVerifier, ensureRefreshToken, ensureClientHeader, ensureOneClient];

function ensureGrantType({ parameters }: SentRequest): OAuthError | undefined {
  const grantType = parameters.get('grant_type');
  if (grantType === undefined) return invalidRequest(`grant_type is missing: one of ${GRANT_TYPES.join(', ')}.`);
  if ((GRANT_TYPES as readonly string[]).includes(grantType)) return undefined;
  return oauthError('unsupported_grant_type', `grant_type must be one of ${GRANT_TYPES.join(', ')}.`);
}

function ensureCode({ parameters }: SentRequest): OAuthError | undefined {
  if (parameters.get('grant_type') !== 'authorization_code' || parameters.has('code')) return undefined;
  return invalidRequest('code is missing: the one from the redirect.');
}

/** RFC 7636 4.1. */
const verifier = /^[A-Za-z0-9\-._~]{43,128}$/;

function ensureVerifier({ parameters }: SentRequest): OAuthError | undefined {
  if (parameters.get('grant_type') !== 'authorization_code') return undefined;
  const codeVerifier = parameters.get('code_verifier');
  if (codeVerifier === undefined)
    return invalidRequest('code_verifier is missing: what the code_challenge was made of.');
  if (verifier.test(codeVerifier)) return undefined;
  return invalidRequest('code_verifier must be 43 to 128 letters, digits, -, ., _ or ~ (RFC 7636 4.1).');
}

function ensureRefreshToken({ parameters }: SentRequest): OAuthError | undefined {
  if (parameters.get('grant_type') !== 'refresh_token' || parameters.has('refresh_token')) return undefined;
  return invalidRequest('refresh_token is missing.');
}
