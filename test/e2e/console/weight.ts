import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coldVisit } from '../../console/cold-visit.ts';
import type { ConsoleHarness } from '../../console/harness.ts';
import { testInTorture } from '../../harness/scale.ts';

/**
 * What a page may cost with an empty cache: requests, with the sign-in without a page and all calls of the API, and bytes. On a slow
 * network each request takes a round trip, and six go at a time. `npm run bench -- console` measures the time.
 */
const limits = [
  { path: '', requests: 21, bytes: 88_000 },
  { path: '/listings', requests: 14, bytes: 85_000 },
  { path: '/listings?edit=limits', requests: 14, bytes: 94_000 },
  // With its curve, what changes prices, and the receipts of the own price: on a busy machine they count, too.
  { path: '/listings/DEMO-SKU-1', requests: 21, bytes: 129_000 },
  { path: '/what-if', requests: 16, bytes: 120_000 },
  { path: '/changes', requests: 14, bytes: 84_000 },
  // Its curve is made of explained estimates.
  { path: '/fees?id=DEMO-SKU-1', requests: 22, bytes: 265_000 },
  { path: '/reports', requests: 15, bytes: 93_000 },
  { path: '/notifications', requests: 20, bytes: 92_000 },
  { path: '/events', requests: 14, bytes: 82_000 },
  { path: '/developer', requests: 13, bytes: 80_000 },
];

export function weightTests(harness: ConsoleHarness): void {
  for (const { path, requests, bytes } of limits) {
    const testIt = path === '' ? test : testInTorture;
    testIt(
      `console: ${path || 'the overview'} needs at most ${requests} requests and ${bytes} bytes with an empty cache`,
      async (t) => {
        await harness.visit('', {}, async () => {});
        const { requests: made, bytes: moved } = await coldVisit(harness, path);
        t.diagnostic(`${made} requests, ${moved} bytes`);
        // Fewer would be a page that was not counted.
        assert.ok(made >= 8 && made <= requests, `${made} requests`);
        assert.ok(moved > 50_000 && moved <= bytes, `${moved} bytes`);
      },
    );
  }
}
