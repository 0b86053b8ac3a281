import { demoDestinations } from '../../cli/demo/destinations.ts';
import { makeDemoLimits } from '../../cli/demo/limits.ts';
import { finishDemoMarket, makeDemoMarket } from '../../cli/demo/make.ts';
import { DEMO_SELLER } from '../../cli/demo/sellers.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { factOf, keepFact, setFact } from '../../db/service-fact.ts';
import { DEMO_DESTINATIONS, DEMO_MESSAGE } from '../../domain/notifications/demo-ids.ts';
import type { DemoPerson, ShownSignIn } from '../../idp/demo-data.ts';
import type { Market } from '../../market/market.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import { isDemo, isDemoStore } from '../settings/production.ts';
import { readProviderStore } from '../store/provider-store.ts';

/** The demo seller's own application, as the provider creates it. Everybody may know its secret. */
export const DEMO_CLIENT = {
  id: 'demoseller',
  secret: 'demosellersecret',
} as const;

/**
 * The demo's client while the store is a demo, and its sign-ins, for pages that fill them in. Asked for each page: `remove-demo` may run
 * beside the service. None when the store cannot tell.
 */
export const demoClientOf = (config: Config, db: Db) => () =>
  isDemoStore(config, db).then(
    async (isStillDemo) =>
      isStillDemo
        ? { ...DEMO_CLIENT, signIn: await shownSignIn(config), operatorSignIn: await shownSignIn(config, 'operator') }
        : undefined,
    () => undefined,
  );

/**
 * The demo's sign-in while it works as the demo made it. Read from the provider's store: its process has no other way to tell. None when
 * there is none here, or it cannot be read: a page must not state a password that may not work.
 */
export async function shownSignIn(config: Config, person?: DemoPerson): Promise<ShownSignIn | undefined> {
  const { demoSignIn } = await import('../../idp/demo-data.ts');
  return readProviderStore(config, (db) => demoSignIn(db, person)).catch(() => undefined);
}

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
  await makeDemoLimits(market);
  await setFact(db, 'demo history', 'made');
  return true;
}

/** An earlier start may have died half way. */
async function finishDemoData(db: Db, market: Market): Promise<boolean> {
  if ((await factOf(db, 'demo history')) !== 'begun') return false;
  const isBegun = (await market.facts.seller(DEMO_SELLER)) !== undefined;
  if (isBegun) {
    await finishDemoMarket(market);
    await makeDemoLimits(market);
  }
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
async function queueDemoMessage({ log, tests }: Notifications): Promise<void> {
  const access = { sellerId: DEMO_SELLER };
  if (await log.delivery(access, DEMO_MESSAGE.deliveryId)) return;
  await tests.send({
    ...{ access, type: 'PULL', destinationId: DEMO_DESTINATIONS.PULL, ids: DEMO_MESSAGE },
    content: { payloadVersion: '1.0', testScenario: 'first message' },
    marketplaceId: 'STORE_US',
  });
}
