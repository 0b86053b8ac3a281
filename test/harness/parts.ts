import type { BearerGuard } from '../../src/http/guards/bearer.ts';
import type { ProductParts } from '../../src/http/server/app.ts';
import { createIdentity } from '../../src/identity/oidc.ts';

const nobody = () => Promise.reject(new Error('nothing stands behind this door'));

/** The product's whole table with nothing behind it: for tests of the frame and of the document. Nobody listens on port 9. */
export const bareParts: ProductParts = {
  readiness: {},
  identity: createIdentity({
    issuer: 'http://127.0.0.1:9',
    introspection: { clientId: 'service', clientSecret: 'secret', method: 'basic' },
  }),
  market: {
    ...{ onBoards: () => undefined, foreignChanges: () => undefined, holds: () => false },
    ...{
      listing: nobody,
      itemBoard: nobody,
      productsBySku: nobody,
      productsWithOwnOfferTexts: nobody,
      knownSkus: nobody,
      productsByItem: nobody,
    },
    facts: {
      ...{ marketplaces: nobody, feeSchedules: nobody, itemForFees: nobody, listingForFees: nobody, seller: nobody },
      ...{ ownOffers: nobody },
    },
  },
  applyChanges: nobody,
  notifications: {
    destinations: {
      ...{ create: nobody, list: nobody, find: nobody, change: nobody, remove: nobody },
      secretsOf: () => [],
    },
    publisher: { sendTest: nobody },
    log: { deliveries: nobody, delivery: nobody, states: nobody },
    redelivery: { resend: nobody, recover: nobody },
    pull: { receive: nobody, acknowledge: nobody, changeVisibility: nobody },
    confirmations: { find: nobody, confirm: nobody, confirmByCode: nobody },
  },
  checkUrl: (url) => ({ url }),
  pushKey: 'a key that nobody has',
  reportSms: nobody,
};

/** Lets everybody in: for tests of what comes after the guard. */
export const allowAll: BearerGuard = { forRoute: () => (_request, _reply, next) => next() };
