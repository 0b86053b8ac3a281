import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { loadUntilRefused } from '../harness/steady-load.ts';

const CONNECTIONS = 32;
const credentials = `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}`;

async function tokenOf(address: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(`${address}/auth/v4/token`, {
    method: 'POST',
    headers: { authorization: credentials },
    body,
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Reads, computations and durable writes in turn. */
function requestsWith(token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const offers = '/products/pricing/v4/listings/DEMO-SKU-1/offers?MarketplaceId=STORE_US&ItemCondition=New';
  return (turn: number) => {
    if (turn % 50 === 0) {
      const path = '/notifications/v4/subscriptions/PULL/testNotification';
      return { path, method: 'POST' as const, headers, body: '{}' };
    }
    if (turn % 2 === 0) return { path: offers, headers };
    return { path: '/products/fees/v4/items/ITEM000001/feesEstimate', method: 'POST' as const, headers, body: '{}' };
  };
}

/** Starts a service, loads it on kept-alive connections, and stops it meanwhile. */
async function stopUnderLoad(drainMs: number, loadMs: number) {
  const service: ServiceProcess = startService({ DRAIN_MS: String(drainMs), LOG_LEVEL: 'warn' });
  try {
    const address = await service.address();
    const load = loadUntilRefused(address, { connections: CONNECTIONS, next: requestsWith(await tokenOf(address)) });
    await sleep(loadMs);
    const before = performance.now();
    service.signal('SIGTERM');
    const result = await load;
    assert.equal(await service.ended(), 0);
    assert.ok(performance.now() - before < drainMs + 10_000, 'the stop took too long');
    return result;
  } finally {
    await service.end();
  }
}

describe('stopping under load, with clients that ignore readiness and connect again', () => {
  test('with DRAIN_MS=5000 none of 50,000 requests is lost', async (context) => {
    let answered = 0;
    // As many stops as it takes: a busy machine answers 500 requests between two of them, an idle one 15,000.
    for (let stops = 0; answered < 50_000; stops += 1) {
      const result = await stopUnderLoad(5_000, 3_000);
      answered += result.answered;
      assert.deepEqual([result.lost, result.failed], [[], []], `after ${answered} answers`);
      context.diagnostic(`stop ${stops + 1}: ${result.answered} answered, none lost`);
    }
  });

  test('with DRAIN_MS=0 no request on a kept-alive connection is lost in 10 stops', async (context) => {
    for (let stop = 1; stop <= 10; stop += 1) {
      const result = await stopUnderLoad(0, 2_000);
      assert.deepEqual([result.lost, result.failed], [[], []]);
      context.diagnostic(`stop ${stop}: ${result.answered} answered, none lost`);
    }
  });
});
