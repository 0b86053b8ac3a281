import type { Snapshot } from '../db/snapshot.ts';
import { allMarketplaces } from '../market/records/marketplace.ts';
import type { CopySink } from './report-type.ts';

/** Copies the currencies of all marketplaces, by their ids, as the fact `currencies`. */
export async function copyCurrencies(snapshot: Snapshot, sink: CopySink): Promise<void> {
  const marketplaces = await allMarketplaces(snapshot);
  sink.fact('currencies', Object.fromEntries(marketplaces.map((one) => [one.marketplaceId, one.currency])));
}
