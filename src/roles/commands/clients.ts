import { appendEntry } from '../../audit/entry-table.ts';
import type { Config } from '../../config/config.ts';
import type { Sql } from '../../db/db.ts';
import { openDb } from '../../db/open.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { storeClock } from '../../db/store-clock.ts';
import type { NewAuditEntry } from '../../domain/audit/audit-entry.ts';
import { clientCallProblem, runClientCommand } from '../../idp/commands.ts';
import { MarketFacts } from '../../market/market-facts.ts';
import { forwardFromCommand } from '../start/audit-start.ts';
import { demoMarketOf } from '../start/demo-market.ts';
import { commandActor } from '../store/audited.ts';
import { openProviderStore } from '../store/provider-store.ts';
import { openStore, storeOf } from '../store/store.ts';

/** Adds, lists and removes the provider's clients and accounts. */
export async function manageClients(config: Config, args: string[]): Promise<number> {
  const problem = clientCallProblem(args);
  if (problem !== undefined) {
    process.stderr.write(problem);
    return 2;
  }
  const db = await openProviderStore(config);
  const service = args[0] === 'remove-demo' ? await openStore(config) : undefined;
  const warnOfSeller = (sellerId: string) => warnOfUnknownSeller(config, sellerId);
  const { now } = await storeClock(db, { latestKnownMs: async () => 0 });
  const record = (tx: Sql, operation: string, details: NewAuditEntry['details']) =>
    appendEntry(tx, { atMs: now(), ...commandActor(), operation, outcome: 'done', details });
  const ports = {
    complaints: process.stderr,
    warnOfSeller,
    record,
    ...(service && { demoMarket: await demoMarketOf(service) }),
  };
  const exitCode = await runClientCommand(db, args, process.stdout, ports);
  await service?.close();
  await forwardFromCommand(config, db, warn);
  await db.close();
  return exitCode;
}

const warn = (text: string) => void process.stderr.write(`\nWarning: ${text}\n`);

/** A typing mistake in the id gives an application whose requests find nothing, and nothing else would tell why. */
async function warnOfUnknownSeller(config: Config, sellerId: string): Promise<void> {
  try {
    if (await hasSeller(config, sellerId)) return;
    warn(`the market has no seller ${sellerId}. Check the id, or import the seller's record: npm run import -- FILE`);
  } catch (error) {
    warn(`it could not be checked whether there is a seller ${sellerId}: ${(error as Error).message}`);
  }
}

/** Opens an existing store only: a new, empty `service.db` would hide from the next start that the old one is missing. */
async function hasSeller(config: Config, sellerId: string): Promise<boolean> {
  const store = storeOf(config);
  if (!store.databaseUrl && !hasTables(store.file)) return false;
  const db = await openDb(store);
  try {
    return (await new MarketFacts(db).seller(sellerId)) !== undefined;
  } finally {
    await db.close();
  }
}
