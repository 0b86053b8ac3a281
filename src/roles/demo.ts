import { demoDestinations } from '../cli/demo/destinations.ts';
import { finishDemoMarket, makeDemoMarket } from '../cli/demo/make.ts';
import { DEMO_SELLER } from '../cli/demo/sellers.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { factOf, keepFact, setFact } from '../db/service-fact.ts';
import { DEMO_DESTINATIONS, DEMO_MESSAGE } from '../domain/notifications/demo-ids.ts';
import type { Market } from '../market/market.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { isDemo, isDemoStore } from './production.ts';

/** The demo seller's own application, as the provider creates it. Everybody may know its secret. */
export const DEMO_CLIENT = {
  id: 'demoseller',
  secret: 'demosellersecret',
  signIn: { email: 'demo@store.example', password: 'demo' },
} as const;

/**
 * The demo's client while the store is a demo, for pages that fill it in. Asked for each page: `remove-demo` may run beside the
 * service. None when the store cannot tell.
 */
export const demoClientOf = (config: Config, db: Db) => () =>
  isDemoStore(config, db).then(
    (isStillDemo) => (isStillDemo ? DEMO_CLIENT : undefined),
    () => undefined,
  );

/** Creates the demo market in an empty store, unless others can reach it. Returns whether it did. */
export async function makeDemoData(config: Config, db: Db, market: Market): Promise<boolean> {
  if (config.idpIssuer || !isDemo(config)) return false;
  // The operator removed it: it does not come back.
  if ((await factOf(db, 'demo')) === 'removed') return false;
  if ((await market.facts.marketplaces()).length > 0) return finishDemoData(db, market);
  // The facts come first: a start that dies between must not leave a market that looks like the operator's own, or the prices
  // of some days ago.
  await keepFact(db, 'demo', 'made');
  await setFact(db, 'demo history', 'begun');
  await makeDemoMarket(db, market.now());
  market.facts.invalidate();
  await setFact(db, 'demo history', 'made');
  return true;
}

/** An earlier start may have died half way. */
async function finishDemoData(db: Db, market: Market): Promise<boolean> {
  if ((await factOf(db, 'demo history')) !== 'begun') return false;
  const isBegun = (await market.facts.seller(DEMO_SELLER)) !== undefined;
  if (isBegun) await finishDemoMarket(market);
  await setFact(db, 'demo history', 'made');
  return isBegun;
}

/** Creates one destination of each type for the demo seller, once. The webhook leads to the demo's receiver. */
export async function makeDemoDestinations(
  db: Db,
  notifications: Notifications,
  receiverAddress: string,
): Promise<void> {
  if ((await factOf(db, 'demo destinations')) !== undefined) return;
  // An earlier start may have died half way.
  const existing = new Set((await notifications.destinations.list({ sellerId: DEMO_SELLER })).map(({ type }) => type));
  for (const draft of demoDestinations(receiverAddress))
    if (!existing.has(draft.type)) await notifications.destinations.create(draft);
  await queueDemoMessage(notifications);
  await keepFact(db, 'demo destinations', 'made');
}

/** A test notification in the demo's queue: the first receive gets something, and the documented examples find a delivery. */
async function queueDemoMessage({ log, publisher }: Notifications): Promise<void> {
  const access = { sellerId: DEMO_SELLER };
  if (await log.delivery(access, DEMO_MESSAGE.deliveryId)) return;
  await publisher.sendTest({
    ...{ access, type: 'PULL', destinationId: DEMO_DESTINATIONS.PULL, ids: DEMO_MESSAGE },
    content: { payloadVersion: '1.0', testScenario: 'first message' },
    marketplaceId: 'STORE_US',
  });
}
