import type { Db } from '../../src/db/db.ts';
import type { ProductParts } from '../../src/http/app/path-groups.ts';
import type { BearerGuard } from '../../src/http/guards/bearer.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { openMarket } from '../../src/market/market.ts';

const notProvided = () =>
  Promise.reject(new Error('this app has routes without parts; the test must pass the part it calls'));

/** A store that nobody may use. */
const noDb = new Proxy({} as Db, { get: (_db, name) => (name === 'foreignChanges' ? () => undefined : notProvided) });

/** All path groups without working parts, for tests of the HTTP layer and of the OpenAPI document. Nothing listens on port 9. */
export const bareParts: ProductParts = {
  readiness: {},
  identity: createIdentity({
    issuer: 'http://127.0.0.1:9',
    introspection: { clientId: 'service', clientSecret: 'secret', method: 'basic' },
  }),
  market: openMarket(noDb, () => 0),
  applyStream: notProvided,
  audit: { page: notProvided, extent: notProvided, denied: () => undefined },
  notifications: {
    destinations: {
      ...{ create: notProvided, list: notProvided, find: notProvided, change: notProvided, remove: notProvided },
      secretsOf: () => [],
    },
    tests: { send: notProvided },
    log: { deliveries: notProvided, delivery: notProvided, states: notProvided },
    events: { page: notProvided, latest: { of: notProvided }, source: 'http://127.0.0.1:8080/notifications/v4' },
    replay: { replay: notProvided },
    filterTrials: { try: notProvided },
    redelivery: { resend: notProvided, recover: notProvided },
    pull: { receive: notProvided, acknowledge: notProvided, changeVisibility: notProvided },
    confirmations: { find: notProvided, confirm: notProvided, stop: notProvided, confirmByCode: notProvided },
    stopLinks: { tokenOf: () => '', find: notProvided, stop: notProvided },
    messages: { find: notProvided },
  },
  checkUrl: (url) => ({ url }),
  pushKey: 'a key without an owner',
  reportSms: notProvided,
};

/** A guard that admits every request, for tests of what follows the guard. */
export const allowAll: BearerGuard = { forRoute: () => (_request, _reply, next) => next() };
