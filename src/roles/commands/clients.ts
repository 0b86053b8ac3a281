import type { Config } from '../../config.ts';
import { openDb } from '../../db/open.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { runClientCommand } from '../../idp/commands.ts';
import { MarketFacts } from '../../market/market-facts.ts';
import { openProviderStore } from '../provider-store.ts';
import { openStore, storeOf } from '../store.ts';
import { demoMarketOf } from './demo-market.ts';

/** Adds, lists and removes the provider's clients and accounts. */
export async function manageClients(config: Config, args: string[]): Promise<number> {
  const db = await openProviderStore(config);
  const service = args[0] === 'remove-demo' ? await openStore(config) : undefined;
  const warnOfSeller = (sellerId: string) => warnOfUnknownSeller(config, sellerId);
  const marketParts = service ? { warnOfSeller, demoMarket: await demoMarketOf(service) } : { warnOfSeller };
  const exitCode = await runClientCommand(db, args, process.stdout, process.stdin, marketParts);
  await service?.close();
  await db.close();
  return exitCode;
}

/** A typing mistake in the id gives an application whose requests find nothing, and nothing else would tell why. */
async function warnOfUnknownSeller(config: Config, sellerId: string): Promise<void> {
  const warn = (text: string) => process.stderr.write(`\nWarning: ${text}\n`);
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
