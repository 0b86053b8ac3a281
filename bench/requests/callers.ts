import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchListing, BenchMarket } from './market.ts';

/** The market, and what its sellers need to send requests. */
export type Callers = BenchMarket & {
  tokens: ReadonlyMap<string, string>;
  /** The destination for test notifications, by seller. */
  channels: ReadonlyMap<string, string>;
  /** Listings with a history of price changes, whose sellers have events: see `addActivity`. */
  active: readonly BenchListing[];
  /** The most requests of a row. They start again after the last one. */
  requests: number;
};

const REQUESTS = 100_000;
const ATTEMPTS = 10;
const CONCURRENT_REQUESTS = 16;
const SELLERS_WITH_CHANNELS = 200;

/** Gets a token for each seller from the running service, and creates a destination for test notifications for some. */
export async function callersOf(market: BenchMarket, base: string): Promise<Callers> {
  const agent = new Agent({ connections: CONCURRENT_REQUESTS });
  const tokens = new Map<string, string>();
  const channels = new Map<string, string>();
  const post = async (path: string, headers: Record<string, string>, body: string) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await request(`${base}${path}`, { dispatcher: agent, method: 'POST', headers, body });
      const text = await answer.body.text();
      if (answer.statusCode === 200) return JSON.parse(text);
      // The provider has just started, and the machine may be busy.
      if (answer.statusCode !== 503 || attempt === ATTEMPTS) throw new Error(`${path}: ${answer.statusCode} ${text}`);
      await sleep(1_000);
    }
  };
  await each(market.clients, async ({ id, secret, sellerId }) => {
    const authorization = `Basic ${btoa(`${id}:${secret}`)}`;
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const { access_token: token } = await post('/auth/v4/token', headers, 'grant_type=client_credentials');
    tokens.set(sellerId, token);
  });
  await each([...tokens].slice(0, SELLERS_WITH_CHANNELS), async ([sellerId, token]) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { channelId } = await post('/notifications/v4/destinations', headers, '{"name":"bench","type":"PULL"}');
    channels.set(sellerId, channelId);
  });
  await agent.close();
  // Sellers with few listings have no client.
  const listings = market.listings.filter(({ sellerId }) => tokens.has(sellerId));
  return { ...market, listings, tokens, channels, active: [], requests: REQUESTS };
}

async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const loop = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, loop));
}
