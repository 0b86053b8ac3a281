import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { MARKETPLACE } from '../requests/headers.ts';

/**
 * The program of sellers who change their own prices without a pause. It has a process of its own, because the answers of large calls
 * are long: the process that reads must not wait for them. A message asks for calls of so many seconds, and the answer says how long each
 * took, shortest first.
 */
export type CallerArguments = { base: string; sellers: readonly { token: string; skus: readonly string[] }[] };

/** How many changes a call has, how many sellers call at the same time, each with one call at a time, and for how long. */
export type CallsRequest = { changes: number; callers: number; seconds: number };

export type CallsMade = { durationsMs: number[]; seconds: number };

const { base, sellers }: CallerArguments = JSON.parse(process.argv[2] ?? '');
/** Calls of each seller so far: each changes every price in it, so none may repeat the prices of the one before. */
const calls = sellers.map(() => 0);

async function make({ changes, callers, seconds }: CallsRequest): Promise<CallsMade> {
  const agent = new Agent({ connections: callers });
  const durationsMs: number[] = [];
  let isOver = false;
  const beganMs = performance.now();
  const caller = async (at: number) => {
    const { token, skus } = sellers[at] as (typeof sellers)[number];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    while (!isOver) {
      const n = calls[at] as number;
      calls[at] = n + 1;
      const some = changes === 1 ? [skus[n % skus.length]] : skus.slice(0, changes);
      const price = { CurrencyCode: 'USD', Amount: (1_000 + (n % 997)) / 100 };
      const body = { MarketplaceId: MARKETPLACE, strategy: { type: 'setTo', price }, SellerSKUs: some, Confirm: true };
      const sentMs = performance.now();
      const answer = await request(`${base}/products/pricing/v4/priceChanges`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body), dispatcher: agent },
      });
      const text = await answer.body.text();
      durationsMs.push(performance.now() - sentMs);
      if (answer.statusCode !== 200 || text.includes('"State":"REJECTED"'))
        throw new Error(`${answer.statusCode} ${text.slice(0, 500)}`);
    }
  };
  const over = sleep(seconds * 1_000).then(() => (isOver = true));
  await Promise.all([over, ...Array.from({ length: callers }, (_, at) => caller(at))]);
  await agent.close();
  return { durationsMs: durationsMs.sort((a, b) => a - b), seconds: (performance.now() - beganMs) / 1_000 };
}

// Programs of sellers run on machines of their own: what this one computes must not keep the reader waiting.
if (process.platform === 'linux') spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)]);
process.on('message', (wanted: CallsRequest) => void make(wanted).then((made) => process.send?.(made)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
