import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../../identity/identity.ts';
import { authorizationRequestRoute } from './authorize.ts';
import { registrationRoute } from './register.ts';
import { acceptForms } from './request-body.ts';
import { tokenRoute } from './token.ts';

/**
 * The three authorization endpoints (spec 5): a stateless proxy to the identity provider. Introspection, revocation,
 * discovery and keys exist only at the provider (decision 14).
 */
export const authorizationRoutes = (identity: Identity) => (scope: FastifyInstance) => {
  // RFC 6749 5.1. In onSend, because only this hook also runs for errors and unknown paths.
  scope.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    done(null, payload);
  });
  acceptForms(scope);
  tokenRoute(identity)(scope);
  authorizationRequestRoute(identity)(scope);
  registrationRoute(identity)(scope);
};
