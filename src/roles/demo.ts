import { demoRecords } from '../cli/demo-data.ts';
import type { Config } from '../config.ts';
import { readRecord } from '../domain/records.ts';
import type { Market } from '../store/market.ts';

/** Only where nobody else can reach the service: everybody knows the passwords of the demo. */
export function isDemo({ publicUrl, idpPublicUrl, demoAnywhere }: Config): boolean {
  const isHere = (address: string | undefined) => address === undefined || isLoopback(new URL(address).hostname);
  return demoAnywhere || (isHere(publicUrl) && isHere(idpPublicUrl));
}

/** The demo market, once, for who starts the service to look at it: never where others can reach it. */
export async function makeDemoData(config: Config, market: Market): Promise<boolean> {
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
  await market.apply(records, { boards: 'now' });
  return true;
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
