import type { Config } from '../../config/config.ts';
import type { Sql } from '../../db/db.ts';
import { storeClock } from '../../db/store-clock.ts';
import type { NewAuditEntry } from '../../domain/audit/audit-entry.ts';
import { DEFAULT_BRAND } from '../../domain/brand.ts';
import { recordChange } from '../../idp/audit-entries.ts';
import { clientCallProblem, runClientCommand } from '../../idp/commands.ts';
import { MarketFacts } from '../../market/market-facts.ts';
import { commandActor } from '../store/audited.ts';
import { openProviderStore } from '../store/provider-store.ts';
import { inExistingStore, openStore } from '../store/store.ts';
import { forwardFromCommand } from './audit-start.ts';
import { demoMarketOf } from './demo-market.ts';

type Output = { write(text: string): unknown };

/** Adds, lists and removes the provider's clients and accounts. */
export async function manageClients(config: Config, args: string[], output: Output = process.stdout): Promise<number> {
  const problem = clientCallProblem(args);
  if (problem !== undefined) {
    process.stderr.write(problem);
    return 2;
  }
  const db = await openProviderStore(config);
  const service = args[0] === 'remove-demo' ? await openStore(config) : undefined;
  const warnOfSeller = (sellerId: string) => warnOfUnknownSeller(config, sellerId);
  const { now } = await storeClock(db, { latestKnownMs: async () => 0 });
  const maker = () => ({ atMs: now(), ...commandActor() });
  const record = (tx: Sql, operation: string, details: NewAuditEntry['details']) =>
    recordChange(tx, maker(), { operation, details, sellerId: sellerIn(details) });
  const ports = {
    complaints: process.stderr,
    warnOfSeller,
    record,
    maker,
    secretDays: config.idpSecretDays,
    cacheSeconds: config.idpCacheSeconds,
    brandName: config.brandName ?? DEFAULT_BRAND.name,
    ...(service && { demoMarket: await demoMarketOf(service) }),
  };
  const exitCode = await runClientCommand(db, args, output, ports);
  await service?.close();
  await forwardFromCommand(config, db, warn);
  await db.close();
  return exitCode;
}

/** A change of a seller's own sign-ins and applications is the seller's to read. */
const sellerIn = ({ sellerId }: NewAuditEntry['details']) => (typeof sellerId === 'string' ? sellerId : undefined);

const warn = (text: string) => void process.stderr.write(`\nWarning: ${text}\n`);

/** A typing mistake in the id gives an application whose requests find nothing, and nothing else would tell why. */
async function warnOfUnknownSeller(config: Config, sellerId: string): Promise<void> {
  try {
    const found = await inExistingStore(config, (db) => new MarketFacts(db).seller(sellerId));
    if (found !== undefined) return;
    warn(`the market has no seller ${sellerId}. Check the id, or import the seller's record: npm run import -- FILE`);
  } catch (error) {
    warn(`it could not be checked whether there is a seller ${sellerId}: ${(error as Error).message}`);
  }
}
