// run: without coverage

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { seedRecords } from '../../../src/cli/seed/records.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import type { MarketRecord } from '../../../src/domain/market/records/market-record.ts';
import { withEngines } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { testInTorture } from '../../harness/scale.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { type Answer, answerText, readRecorded, writeRecorded } from './recorded-answers.ts';
import { type RecordedRequest, recordedRequests } from './recorded-requests.ts';

const CONCURRENT_REQUESTS = 100;

const COMMAND = 'node --test test/contract/pricing/recorded-answers.test.ts';
const HINT = `
The recorded answers are cut. With all their bytes, in files of a folder:
  WHOLE_ANSWERS=/tmp/now ${COMMAND}
The former ones, to compare:
  git worktree add --detach /tmp/former && ln -s $PWD/node_modules /tmp/former
  cd /tmp/former && WHOLE_ANSWERS=/tmp/before ${COMMAND}; diff -r /tmp/before /tmp/now`;

type Answered = { request: RecordedRequest; answer: Answer };

/**
 * 500 answers, byte for byte as they are in `recorded-answers/`: work on speed must not change one of them. After an
 * intended change, record them again (`RECORD_ANSWERS=1`) and review the diff.
 */
withEngines('recorded answers', (engine) => {
  let pricing: PricingApp;
  let requests: Record<string, RecordedRequest[]>;

  before(async () => {
    pricing = await openPricing(engine, Date.UTC(2026, 10, 15));
    const records = [...seedRecords({ items: 240, sellers: 40, seed: 3 })].map(recordOf);
    await pricing.market.writer.apply(records, { boards: 'now' });
    requests = recordedRequests(records.flatMap(offersIn));
  });

  after(() => pricing.close());

  it('cover 500 requests', () => {
    assert.equal(Object.values(requests).flat().length, 500);
  });

  it('stay the same', async () => {
    for (const [group, all] of Object.entries(requests)) {
      const answers: Answered[] = [];
      for (const request of all) answers.push(await answerTo(pricing, request));
      if (process.env.RECORD_ANSWERS) writeRecorded(group, answers.map(cutText));
      if (process.env.WHOLE_ANSWERS) writeWhole(process.env.WHOLE_ANSWERS, group, answers);
      assertRecorded(group, answers);
    }
  });

  it('stay the same when many requests arrive at once', async () => {
    for (const [group, all] of Object.entries(requests)) {
      const answers: Answered[] = [];
      for (let start = 0; start < all.length; start += CONCURRENT_REQUESTS) {
        const some = all.slice(start, start + CONCURRENT_REQUESTS);
        answers.push(...(await Promise.all(some.map((request) => answerTo(pricing, request)))));
      }
      assertRecorded(group, answers);
    }
  });

  testInTorture('differ after a change of one byte of the body, of the status or of a header', async () => {
    for (const [n, request] of Object.values(requests).flat().entries()) {
      assertChangesAreNoticed(await answerTo(pricing, request), n);
    }
  });
});

const offersIn = (record: MarketRecord): Offer[] =>
  record.kind === 'offer' && record.op === 'upsert' ? [record.value] : [];

const cutText = ({ request, answer }: Answered) => answerText(request, answer, 'cut');

async function answerTo({ app }: PricingApp, request: RecordedRequest): Promise<Answered> {
  const { method, url, sellerId, payload } = request;
  const headers = { 'x-request-id': 'recorded', ...(sellerId && { authorization: `Bearer for.${sellerId}` }) };
  const body = payload === undefined ? {} : { payload: payload as object };
  return { request, answer: await app.inject({ method, url, headers, ...body }) };
}

function writeWhole(folder: string, group: string, answers: readonly Answered[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [n, { request, answer }] of answers.entries()) {
    writeFileSync(join(folder, `${group}-${n + 1}.txt`), `${answerText(request, answer, 'whole')}\n`);
  }
}

/** Names the lines that differ: the difference of two whole files would be too long to read. */
function assertRecorded(group: string, answers: readonly Answered[]): void {
  const recorded = readRecorded(group);
  assert.equal(answers.length, recorded.length, `${group}: number of answers`);
  for (const [n, answered] of answers.entries()) {
    if (cutText(answered) === recorded[n]) continue;
    const is = cutText(answered).split('\n');
    const was = recorded[n]?.split('\n') ?? [];
    const at = [...is, ...was].findIndex((_, k) => is[k] !== was[k]);
    const whole = answerText(answered.request, answered.answer, 'whole').split('\n')[at];
    assert.fail(`${group}, answer ${n + 1}: ${is[0]}\n was: ${was[at]}\n  is: ${is[at]}\nwhole: ${whole}\n${HINT}`);
  }
}

/** Other places of the answer for each `n`: those of all requests together are everywhere. */
function assertChangesAreNoticed({ request, answer }: Answered, n: number): void {
  const { statusCode, headers, body } = answer;
  const text = cutText({ request, answer });
  const assertNoticed = (change: Partial<Answer>) => {
    const changed = { statusCode, headers, body, ...change };
    assert.notEqual(cutText({ request, answer: changed }), text, JSON.stringify(change));
  };
  assertNoticed({ statusCode: statusCode + 1 });
  const names = Object.keys(headers).filter((name) => !['date', 'ratelimit', 'content-length'].includes(name));
  assertNoticed({ headers: { ...headers, [names[n % names.length] ?? '']: 'x' } });
  const times = [...body.matchAll(/"(?:TimeOfFeesEstimation|date)":"[^"]*"/gi)];
  for (const part of [0, 0.25, 0.5, 0.75]) {
    const at = Math.floor(body.length * (part + ((n * 7) % 100) / 400));
    if (times.some(({ index, 0: time }) => at >= index && at < index + time.length)) continue;
    assertNoticed({ body: body.slice(0, at) + (body[at] === '1' ? '2' : '1') + body.slice(at + 1) });
  }
}
