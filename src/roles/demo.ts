import { demoDestinations } from '../cli/demo/destinations.ts';
import { demoRecords } from '../cli/demo/records.ts';
import { DEMO_SELLER } from '../cli/demo/sellers.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { factOf, keepFact } from '../db/service-fact.ts';
import { readRecord } from '../domain/market/records.ts';
import type { Market } from '../market/market.ts';
import type { Notifications } from '../notifications/notifications.ts';

/** Only where nobody else can reach the service: everybody knows the passwords of the demo. */
export function isDemo({ publicUrl, idpPublicUrl, demoAnywhere }: Config): boolean {
  const isHere = (address: string | undefined) => address === undefined || isLoopback(new URL(address).hostname);
  return demoAnywhere || (isHere(publicUrl) && isHere(idpPublicUrl));
}

/** Whether this store was made as a demo, and nobody else can reach it: what is loopback is then the demo's own. */
export async function isDemoStore(config: Config, db: Db): Promise<boolean> {
  return !config.idpIssuer && isDemo(config) && (await factOf(db, 'demo')) !== undefined;
}

/** The demo market, once, for who starts the service to look at it: never where others can reach it. */
export async function makeDemoData(config: Config, db: Db, market: Market): Promise<boolean> {
  if (config.idpIssuer || !isDemo(config) || (await market.facts.marketplaces()).length > 0) return false;
  const all = demoRecords(Date.now());
  const currencies = new Map(
    all.filter(({ kind }) => kind === 'marketplace').map((value) => [value.marketplaceId, value.currency as string]),
  );
  const records = all.map((value) => {
    const read = readRecord(value, { currencyOf: (id) => currencies.get(id) });
    if (!read.ok) throw new Error(`a demo record is not right: ${JSON.stringify([value, read.problems])}`);
    return read.record;
  });
  // All or nothing: a start that dies here must not leave a market that looks like the operator's own.
  await keepFact(db, 'demo', 'made');
  await market.apply(records, { boards: 'now' });
  return true;
}

/** One of each type for the demo seller, once; the webhook leads to the demo's own receiver. */
export async function makeDemoDestinations(
  db: Db,
  notifications: Notifications,
  receiverAddress: string,
): Promise<void> {
  if ((await factOf(db, 'demo destinations')) !== undefined) return;
  // A start that died here has made some of them.
  const made = new Set((await notifications.destinations.list(DEMO_SELLER)).map(({ type }) => type));
  for (const draft of demoDestinations(receiverAddress))
    if (!made.has(draft.type)) await notifications.destinations.create(draft);
  await keepFact(db, 'demo destinations', 'made');
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
