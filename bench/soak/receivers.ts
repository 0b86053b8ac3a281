import type { Db } from '../../src/db/db.ts';
import { findSeller } from '../../src/market/records/seller.ts';
import type { Callers } from '../requests/callers.ts';
import { json } from '../requests/headers.ts';
import type { BenchListing } from '../requests/market.ts';
import { answerOf } from './fresh-tokens.ts';

/** So many sellers get digests by e-mail, too. */
const MAILED = 20;
/** The windows of the webhooks, in turn. */
const WINDOWS_SECONDS = [0, 60];
const MAIL_WINDOW_SECONDS = 60;

/**
 * Gives each seller that has a pull queue a webhook, with and without a window, and some of them e-mails at the addresses that the
 * operator has registered. Returns listings of these sellers.
 */
export async function addReceivers(
  callers: Callers,
  base: string,
  { url, operatorToken, db }: { url: string; operatorToken: string; db: Db },
): Promise<BenchListing[]> {
  const sellers = [...callers.channels.keys()];
  const mailed = sellers.slice(0, MAILED);
  // With all other facts that they had: otherwise all of their listings would have events at once.
  const records = await Promise.all(
    mailed.map(async (sellerId) => ({
      ...{ kind: 'seller', ...(await findSeller(db, sellerId)) },
      email: `${sellerId.toLowerCase()}@store.example`,
    })),
  );
  await answerOf(base, {
    ...{ method: 'POST', path: '/operator/v1/changes', body: records.map((one) => JSON.stringify(one)).join('\n') },
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/x-ndjson' },
  });
  const add = (sellerId: string, destination: object) =>
    answerOf(base, {
      ...{ method: 'POST', path: '/notifications/v4/destinations', body: JSON.stringify(destination) },
      headers: json(callers, sellerId),
    });
  await Promise.all(
    sellers.map((sellerId, n) =>
      add(sellerId, {
        ...{ name: 'soak', type: 'WEBHOOKS', webhookConfig: { url: `${url}${sellerId}` } },
        windowSeconds: WINDOWS_SECONDS[n % WINDOWS_SECONDS.length],
      }),
    ),
  );
  for (const sellerId of mailed)
    await add(sellerId, { name: 'mails', type: 'EMAIL', windowSeconds: MAIL_WINDOW_SECONDS });
  return callers.bySeller
    .flat()
    .filter(({ sellerId, condition }) => condition === 'New' && callers.channels.has(sellerId));
}
