import { firstDate } from './share.ts';

/*
 * What the overview asks first. The calls may begin before its file is there (`console/begun-calls.ts`), so this is all that they need.
 */

/** Lost listings among which the rows are chosen. */
const LOST = 20;
const UNHEALTHY = 5;

export const shareQuestion = (MarketplaceId: string) => ({ MarketplaceId, since: firstDate(Date.now()) });

/** With the counts of all states. */
export const lostQuestion = (MarketplaceId: string) => ({
  MarketplaceId,
  state: ['losing'],
  sort: 'changed' as const,
  pageSize: LOST,
  counts: true,
});

export const unhealthyQuestion = (MarketplaceId: string) => ({
  MarketplaceId,
  state: ['unhealthy'],
  sort: 'changed' as const,
  pageSize: UNHEALTHY,
});
