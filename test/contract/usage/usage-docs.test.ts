import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Caller } from '../../../src/domain/authorization/rights.ts';
import { readRatePlan } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { UsageCounter } from '../../../src/usage/usage-counter.ts';
import { UsageReader } from '../../../src/usage/usage-reader.ts';
import { UsageWriter } from '../../../src/usage/usage-writer.ts';
import { onEngine } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { contradictions, exchangesOf } from '../../harness/documented-exchanges.ts';
import { startProvider } from '../../harness/provider.ts';

const page = readFileSync(new URL('../../../docs/usage.md', import.meta.url), 'utf8');
const strict: unknown = JSON.parse(readFileSync(new URL('../../../plans/strict.json', import.meta.url), 'utf8'));

/** The tokens of the clients that the page names. */
const TOKENS: Readonly<Record<string, string>> = {
  demoseller: 'for.A1DEMOSELLER',
  demooperator: 'operator~sellers~read',
};

onEngine('sqlite', 'docs/usage.md', (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let nowMs = Date.UTC(2026, 10, 15);

  before(async () => {
    provider = await startProvider();
    const db = await (await engine.migrated()).open();
    const now = () => nowMs;
    const counter = new UsageCounter(now);
    const writer = new UsageWriter(db, counter, now);
    await writer.write();
    nowMs = Date.UTC(2026, 10, 15, 9, 30);
    const demoseller = {
      ...{ clientId: 'app-of-A1DEMOSELLER', sellerId: 'A1DEMOSELLER', grant: 'own', rights: new Set() },
    } satisfies Caller;
    const answered = (caller: Caller | undefined, operation: string, status: number, reason: string, times: number) => {
      for (let n = 0; n < times; n += 1) counter.count(caller, { operation, status, reason, durationMs: 4 });
    };
    answered(demoseller, 'getListings', 200, '', 120);
    answered(demoseller, 'getListings', 429, 'BurstLimit', 5);
    answered(demoseller, 'changePrices', 200, '', 6);
    answered(demoseller, 'changePrices', 403, 'seller-api:pricing:write', 4);
    answered(undefined, 'getListings', 401, 'InvalidToken', 12);
    await writer.write();
    const read = readRatePlan(strict);
    assert.ok('plan' in read);
    const limits = createRateLimits(read.plan, () => nowMs);
    const groups = pathGroupsOf({ ...bareService, usage: new UsageReader(db, now), leftOf: limits.leftOf });
    service = await startApp({ groups, guards: { bearer: bearerGuard(provider.identity, limits), counted: limits } });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  const exchanges = exchangesOf(page);
  for (const { line, url, client, answer } of exchanges) {
    test(`200 line ${line}: GET ${url} is answered as shown`, async () => {
      const headers = { authorization: `Bearer ${TOKENS[client]}` };
      const actual = await service.app.inject({ url, headers });
      assert.equal(actual.statusCode, 200, actual.body);
      const shown = JSON.parse(actual.body.replaceAll('app-of-A1DEMOSELLER', 'demoseller'));
      assert.deepEqual(contradictions(answer, shown), []);
    });
  }

  test('every request of the page is one of these', () => {
    assert.equal(exchanges.length, page.match(/^```http$/gm)?.length);
    assert.equal(exchanges.length, 3);
  });
});
