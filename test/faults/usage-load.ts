import type { Db } from '../../src/db/db.ts';
import { DAY_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { UsageReader } from '../../src/usage/usage-reader.ts';
import { loadUntilRefused } from '../harness/steady-load.ts';

/** Requests of the load: what is asked, with which token, and what it is counted as. */
type Exchange = { readonly path: string; readonly token: string; readonly operation: string; readonly who: string };

const ITEM = '/products/pricing/v4/listings/SKU-1/offers?MarketplaceId=M1&ItemCondition=New';
const EXCHANGES: readonly Exchange[] = [
  {
    path: '/sellers/v4/marketplaceParticipations',
    token: 'for.U1',
    operation: 'getMarketplaceParticipations',
    who: 'app-of-U1 U1',
  },
  {
    path: '/sellers/v4/marketplaceParticipations',
    token: 'tool.for.U1',
    operation: 'getMarketplaceParticipations',
    who: 'tool U1',
  },
  { path: '/notifications/v4/destinations', token: 'for.U2', operation: 'getDestinations', who: 'app-of-U2 U2' },
  { path: '/notifications/v4/destinations', token: 'tool.for.U2', operation: 'getDestinations', who: 'tool U2' },
  { path: ITEM, token: 'for.U1', operation: 'getListingOffers', who: 'app-of-U1 U1' },
  { path: '/sellers/v4/audit', token: 'for.U1', operation: 'getSellerAudit', who: 'app-of-U1 U1' },
  { path: '/operator/v1/audit', token: 'op', operation: 'getAudit', who: '- -' },
  { path: '/operator/v1/audit', token: 'operator', operation: 'getAudit', who: 'op -' },
  { path: '/sellers/v4/nothing', token: 'for.U2', operation: 'unknownPath', who: '- -' },
];

/** What the proxy counts an exchange as. */
export function nameOf(path: string, token: string): string {
  const found = EXCHANGES.find((one) => one.path === path && one.token === token);
  return found === undefined ? 'unknown' : `${found.who} ${found.operation}`;
}

export const usageLoad = (base: string, isOver: () => boolean) =>
  loadUntilRefused(base, {
    ...{ connections: 12, isOver, pauseMs: () => 1 },
    next: (turn) => {
      const { path, token } = EXCHANGES[turn % EXCHANGES.length] as Exchange;
      return { path, headers: { authorization: `Bearer ${token}` } };
    },
  });

/**
 * What the service has counted since the last midnight but one, under the same names, and what it says is missing when a minute has passed:
 * until then a process that was killed is not told from one that has not written yet.
 */
export async function countedBy(db: Db) {
  const day = Math.floor(Date.now() / DAY_MS);
  const reader = new UsageReader(db, () => Date.now() + 2 * MINUTE_MS);
  const range = { resolution: 'day', from: day - 1, to: day + 1 } as const;
  const sums = await reader.page({ ...range, groups: ['client', 'seller', 'operation'], limit: 1_000 });
  const counts = new Map<string, number>();
  for (const { clientId, sellerId, operation, outcomes } of sums)
    for (const { status, reason, requests } of outcomes) {
      const right = /^(operator|seller-api):/.test(reason) ? [reason] : [];
      const name = [clientId || '-', sellerId || '-', operation, status, ...right].join(' ');
      counts.set(name, (counts.get(name) ?? 0) + requests);
    }
  const { gaps } = await reader.coverage({ fromMs: range.from * DAY_MS, toMs: Date.now() });
  return { counts, gaps };
}
