import { request } from 'undici';
import type { Callers } from '../requests/callers.ts';
import type { BenchListing } from '../requests/market.ts';

/** Gives each seller that has a pull queue a webhook, too. Returns listings of these sellers. */
export async function addReceivers(callers: Callers, base: string, url: string): Promise<BenchListing[]> {
  for (const sellerId of callers.channels.keys()) {
    const headers = { authorization: `Bearer ${callers.tokens.get(sellerId)}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'soak', type: 'WEBHOOKS', webhookConfig: { url: `${url}${sellerId}` } });
    const answer = await request(`${base}/notifications/v4/destinations`, { method: 'POST', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`a webhook: ${answer.statusCode} ${text}`);
  }
  return callers.bySeller
    .flat()
    .filter(({ sellerId, condition }) => condition === 'New' && callers.channels.has(sellerId));
}
