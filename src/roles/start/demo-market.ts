import { join } from 'node:path';
import { demoRecords } from '../../cli/demo/records.ts';
import { DEMO_SELLER } from '../../cli/demo/sellers.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { openDb } from '../../db/open.ts';
import { factOf, setFact } from '../../db/service-fact.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { storeClock } from '../../db/store-clock.ts';
import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { type MarketRecord, readRecord } from '../../domain/market/records/market-record.ts';
import type { DemoMarket } from '../../idp/command-job.ts';
import { type Market, openMarket } from '../../market/market.ts';
import { MarketFacts } from '../../market/market-facts.ts';
import { removeLimitsOfSeller } from '../../market/price-changes/limits-table.ts';
import { removeDestinationsOf } from '../../notifications/destinations/destinations.ts';
import { latestEngineTime } from '../../notifications/engine-time.ts';
import { storeOf } from '../store/store.ts';

/** The marketplaces of the demo that the store has; none when the store was not created as a demo. */
export async function demoMarketplaces(db: Db, market: Market): Promise<string[]> {
  if ((await factOf(db, 'demo')) !== 'made') return [];
  const demo = new Set(recordsOf('marketplace').map(({ marketplaceId }) => marketplaceId));
  return (await market.facts.marketplaces()).map(({ marketplaceId }) => marketplaceId).filter((id) => demo.has(id));
}

/** For `npm run client -- remove-demo`. An operator's own records are never removed, nor what they need. */
export async function demoMarketOf(db: Db): Promise<DemoMarket> {
  const { now } = await storeClock(db, { latestKnownMs: () => latestEngineTime(db) });
  const market = openMarket(db, now);
  return {
    async found() {
      if ((await factOf(db, 'demo')) !== 'made') return [];
      const marketplaces = await demoMarketplaces(db, market);
      const named = marketplaces.length === 0 ? '' : ` (${marketplaces.join(', ')})`;
      return [`the demo market${named} with its sellers, items, offers and destinations`];
    },
    async remove() {
      const left = await removeRecords(market, [...recordsOf('offer'), ...recordsOf('item'), ...recordsOf('seller')]);
      for (const marketplace of recordsOf('marketplace')) left.push(...(await removeMarketplace(market, marketplace)));
      if ((await market.facts.seller(DEMO_SELLER)) === undefined) {
        await removeDestinationsOf(db, DEMO_SELLER, now());
        for (const marketplace of recordsOf('marketplace')) {
          const marketplaceId = String(marketplace.marketplaceId);
          await removeLimitsOfSeller(db, { marketplaceId, sellerId: DEMO_SELLER });
        }
      }
      // Last: a removal that was interrupted can be repeated.
      await setFact(db, 'demo', 'removed');
      return left;
    },
  };
}

type DemoRecord = ReturnType<typeof demoRecords>[number];

const recordsOf = (kind: RecordKind): DemoRecord[] => demoRecords(0).filter((record) => record.kind === kind);

/** A marketplace that has items of the operator keeps its fee schedules: without them no fee could be estimated. */
async function removeMarketplace(market: Market, marketplace: DemoRecord): Promise<string[]> {
  const id = String(marketplace.marketplaceId);
  if (await market.facts.hasItems(id)) return [`marketplace ${id} and its fee schedules: it has items`];
  // All that there are: the dates of some were counted from the first start.
  const stored = (await market.facts.feeSchedules()).filter(({ marketplaceId }) => marketplaceId === id);
  const schedules = stored.map(({ effectiveFromMs }) => ({
    ...{ kind: 'feeSchedule', marketplaceId: id, effectiveFrom: new Date(effectiveFromMs).toISOString() },
  }));
  return removeRecords(market, [...schedules, marketplace]);
}

/** What stays, and why. */
async function removeRecords(market: Market, records: readonly DemoRecord[]): Promise<string[]> {
  const removals = records.map(removalOf);
  const outcomes = await market.writer.apply(removals, { boards: 'now', quiet: true });
  return outcomes.flatMap((outcome, n) =>
    typeof outcome === 'object' && 'problems' in outcome
      ? [`${removals[n]?.kind}: ${outcome.problems.map(({ reason }) => reason).join('; ')}`]
      : [],
  );
}

function removalOf(record: DemoRecord): MarketRecord {
  const read = readRecord({ ...record, op: 'delete' }, { currencyOf: () => 'USD' });
  if (!read.ok) throw new Error(`A demo record is invalid: ${JSON.stringify([record, read.problems])}`);
  return read.record;
}

/**
 * Whether the service's store has a market that is not the demo's, for a provider that is started alone. A store that cannot be
 * opened may have one.
 */
export async function hasImportedMarket(config: Config): Promise<boolean> {
  if (config.idpIssuer) return true;
  if (!config.databaseUrl && !hasTables(join(config.dataDir, 'service.db'))) return false;
  const db = await openDb(storeOf(config)).catch(() => undefined);
  if (db === undefined) return true;
  try {
    return (await new MarketFacts(db).marketplaces()).length > 0 && (await factOf(db, 'demo')) !== 'made';
  } catch {
    // A store without tables.
    return false;
  } finally {
    await db.close();
  }
}
