import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/identity.ts';
import { ClientRegistration, oauthAnswer, RegisteredClient } from '../../../wire/authorization/authorization.ts';
import { writeClient } from '../../../wire/authorization/registered-client.ts';
import { dropNullFields } from '../../../wire/null-fields.ts';
import { oauth } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { REGISTRATION_SECURITY } from '../../openapi/security.ts';
import { ensureConnected, ensureOneHeader, ensureShortToken, forwardedAddress } from './client-authentication.ts';
import { forwardedMetadata, isMetadata, metadataChecks } from './client-metadata.ts';
import { firstError, oauthError, sendOAuthError, sendProviderAnswer, unusableAnswer } from './oauth-error.ts';
import { acceptsOnly, JSON_TYPE, MAX_BODY_BYTES } from './request-body.ts';

export const registrationRoute = (identity: Identity) => (scope: FastifyInstance) => {
  scope.post('/register', {
    schema: {
      operationId: 'registerClient',
      summary: 'Register an application',
      description:
        'Dynamic client registration (RFC 7591), for applications that sellers authorize. Where the identity provider ' +
        'wants an initial access token, send it as `Authorization: Bearer`.',
      security: REGISTRATION_SECURITY,
      body: ClientRegistration,
      response: {
        201: RegisteredClient,
        400: oauthAnswer(
          'The metadata is not valid.',
          'invalid_redirect_uri',
          'redirect_uris[0] must not have a fragment.',
        ),
        401: oauthAnswer('An initial access token is needed.', 'invalid_token', 'No initial access token was sent.'),
        429: answerOf('QuotaExceeded', oauth),
        501: oauthAnswer(
          'The identity provider has no dynamic registration. To try again changes nothing.',
          'invalid_request',
          'The identity provider of this service has no dynamic registration. Ask the operator to create a client for your application.',
        ),
        503: answerOf('ServiceUnavailable', oauth),
      },
    },
    // The schema only documents the body. The checks report errors as RFC 7591 3.2.2 prescribes.
    validatorCompiler: () => (value) => ({ value }),
    bodyLimit: MAX_BODY_BYTES,
    ...acceptsOnly(JSON_TYPE),
    handler: async (request, reply) => {
      const { body, headers } = request;
      if (!isMetadata(body)) {
        return sendOAuthError(reply, oauthError('invalid_client_metadata', 'The body must be a JSON object.'));
      }
      dropNullFields(ClientRegistration, body);
      const error =
        firstError([ensureOneHeader, ensureShortToken], request) ??
        firstError(metadataChecks, body) ??
        ensureConnected(request);
      if (error) return sendOAuthError(reply, error);
      const caller = { authorization: headers.authorization, clientAddress: forwardedAddress(request) };
      const metadata = forwardedMetadata(body);
      const answer = await identity.registerClient(metadata, caller);
      if (answer.status >= 400) return sendProviderAnswer(reply, answer);
      const client = writeClient(answer.body, metadata);
      if (!client) throw unusableAnswer('registration');
      return reply.code(201).send(client);
    },
  });
};
