import type { FastifyInstance } from 'fastify';
import { PushKey } from '../../../wire/notifications/push-key.ts';

/** Browsers bind a subscription to the sender's key (RFC 8292 4), so they need it before they subscribe. */
export const pushKeyRoutes = (publicKey: string) => (scope: FastifyInstance) => {
  scope.get('/pushKey', {
    config: { right: 'seller-api:notifications:read' },
    schema: {
      operationId: 'getPushKey',
      summary: 'Get the push key',
      description:
        'The `applicationServerKey` for `PushManager.subscribe`, which returns the `subscription` of a MOBILE_PUSH ' +
        'destination. The key is the same for all sellers and does not change.',
      response: { 200: PushKey },
    },
    handler: () => ({ publicKey }),
  });
};
