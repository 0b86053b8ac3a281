// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { withEnginesInTorture } from '../../db/engines.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const SELLERS = ['ACME', 'BOLT'];

/** The form of a caller's token, whether it may read prices, and the client id of a delegated application (decision 38). */
const CALLERS = {
  own: { token: (seller: string) => `for.${seller}`, delegated: undefined },
  console: { token: (seller: string) => `owner.of.${seller}`, delegated: undefined },
  'app-2': { token: (seller: string) => `app-2.for.${seller}`, delegated: 'app-2' },
  'app-3': { token: (seller: string) => `app-3.for.${seller}`, delegated: 'app-3' },
} as const;

const anyStep = fc.record({
  seller: fc.constantFrom(...SELLERS),
  caller: fc.constantFrom(...(Object.keys(CALLERS) as (keyof typeof CALLERS)[])),
  operation: fc.constantFrom('ask', 'ask', 'since', 'make', 'read', 'read', 'list', 'download', 'download', 'delete'),
  /** Which of the reports so far. */
  which: fc.nat(),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

type Known = { id: string; documentId: string | undefined; seller: string; application: string | undefined };

withEnginesInTorture('reports of several sellers and applications', (engine) => {
  let app: ReportsApp;
  const seen = { downloads: 0, foreign: 0 };
  before(async () => {
    app = await openReports(engine);
    for (const [seller, sku] of [
      ['ACME', 'pan-acme'],
      ['BOLT', 'pan-bolt'],
    ] as const) {
      const price = { CurrencyCode: 'USD', Amount: 21 };
      for (const token of [`own.writes.${seller}`, `app-2.writes.${seller}`]) {
        price.Amount += 0.25;
        await app.change(token, { SellerSKUs: [sku], strategy: { type: 'setTo', price }, Confirm: true });
      }
    }
  });
  after(() => app.close());

  /** Lines of the seller alone, and of other applications' changes only the kind (decision 53). */
  function mustBeOwn(lines: readonly Record<string, unknown>[], { seller, caller }: Step): void {
    const { delegated } = CALLERS[caller];
    assert.equal(lines.length, 2);
    for (const { SellerSKU, ApplicationId } of lines) {
      assert.equal(SellerSKU, `pan-${seller.toLowerCase()}`);
      if (delegated !== undefined) assert.ok(ApplicationId === undefined || ApplicationId === delegated);
    }
  }

  async function take(step: Step, known: Known[]): Promise<void> {
    const { seller, caller, operation, which } = step;
    const { delegated, token: tokenOf } = CALLERS[caller];
    const token = tokenOf(seller);
    const sees = (one: Known) => one.seller === seller && (delegated === undefined || delegated === one.application);
    const one = known[which % Math.max(1, known.length)];
    if (operation === 'make') return app.makeAll();
    if (operation === 'ask' || operation === 'since') {
      const since = operation === 'since' ? one : undefined;
      const answer = await app.ask(token, { reportType: 'PRICE_CHANGES', ...(since && { since: since.id }) });
      if (answer.statusCode === 429) return;
      if (since === undefined || !sees(since)) assert.equal(answer.statusCode, since === undefined ? 202 : 400);
      if (answer.statusCode === 202)
        known.push({ id: answer.json().reportId, documentId: undefined, seller, application: delegated });
      return;
    }
    if (operation === 'list') {
      const { reports } = (await app.send(token, 'GET', '/reports?limit=100')).json();
      const visible = new Set(known.filter(sees).map(({ id }) => id));
      for (const { reportId } of reports)
        assert.ok(visible.has(reportId) || !known.some(({ id }) => id === reportId), 'a report of another caller');
      return;
    }
    if (one === undefined) return;
    if (operation === 'download') {
      if (one.documentId === undefined) return;
      const answer = await app.send(token, 'GET', `/documents/${one.documentId}`);
      seen[sees(one) ? 'downloads' : 'foreign'] += 1;
      assert.equal(answer.statusCode, sees(one) ? 200 : 404);
      // What an application asked for has what that one may see, whoever downloads it.
      if (!sees(one)) return;
      const [, ...lines] = answer.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      if (!answer.body.includes('"since":'))
        mustBeOwn(lines, one.application === delegated ? step : { ...step, caller: 'own' });
      return;
    }
    const answer = await app.send(token, operation === 'delete' ? 'DELETE' : 'GET', `/reports/${one.id}`);
    if (!sees(one)) return assert.equal(answer.statusCode, 404);
    if (operation === 'delete') {
      assert.equal(answer.statusCode, 204);
      const left = await app.send(token, 'GET', `/reports/${one.id}`);
      if (left.statusCode === 404) known.splice(known.indexOf(one), 1);
      return;
    }
    assert.equal(answer.statusCode, 200);
    const { state, reportDocumentId } = answer.json();
    if (state === 'DONE') one.documentId = reportDocumentId;
  }

  test('200 no caller sees, downloads, compares with or deletes what is not its own', async () => {
    const known: Known[] = [];
    for (const step of fc.sample(anyStep, drawnAlike(120, 1_500))) await take(step, known);
    assert.deepEqual([seen.downloads > 0, seen.foreign > 0], [true, true]);
  });

  test('403 without the right of what a report contains it is not made, shown or downloaded', async () => {
    const done = await app.made('for.ACME', { reportType: 'PRICE_CHANGES' });
    const paths = [`/reports/${done.reportId}`, `/documents/${done.reportDocumentId}`];
    for (const token of ['no-rights', 'operator'])
      for (const path of paths) assert.equal((await app.send(token, 'GET', path)).statusCode, 403);
    const token = 'account.only.ACME';
    assert.equal((await app.ask(token, { reportType: 'PRICE_CHANGES' })).statusCode, 403);
    for (const path of paths) assert.equal((await app.send(token, 'GET', path)).statusCode, 403);
    assert.equal((await app.send(token, 'DELETE', `/reports/${done.reportId}`)).statusCode, 403);
    assert.deepEqual((await app.send(token, 'GET', '/reports')).json(), { reports: [] });
    assert.equal((await app.send('expired', 'GET', paths[1] as string)).statusCode, 401);
  });
});
