import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { seedRecords } from '../../src/cli/seed/records.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { type MarketRecord, readRecord } from '../../src/domain/market/records.ts';
import { withEngines } from '../db/engines.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { type Question, recordedQuestions } from './recorded-questions.ts';

const RECORD = new URL('./recorded-answers.txt', import.meta.url);

/**
 * Five hundred answers, byte for byte as they once were: work on speed must not change one of them. Each line of the
 * record is a question and a digest of status, headers and body. After a change that is meant, look at what changed and
 * write the record anew: `RECORD_ANSWERS=1 node --test test/contract/recorded-answers.test.ts`.
 */
withEngines('recorded answers', (engine) => {
  let door: PricingApp;
  let questions: Question[];

  before(async () => {
    door = await openPricing(engine, Date.UTC(2026, 10, 15));
    const records = [...seedRecords({ items: 240, sellers: 40, seed: 3 })].map((value) => {
      const read = readRecord(value, { currencyOf: () => 'USD' });
      assert.ok(read.ok);
      return read.record;
    });
    await door.market.apply(records, { boards: 'now' });
    questions = recordedQuestions(records.flatMap(offersIn));
  });

  after(() => door.close());

  it('are what they were', async () => {
    const lines: string[] = [];
    for (const question of questions) lines.push(await answerLine(door, question));
    if (process.env.RECORD_ANSWERS) writeFileSync(RECORD, `${lines.join('\n')}\n`);
    const recorded = readFileSync(RECORD, 'utf8').trimEnd().split('\n');
    assert.equal(recorded.length, 500);
    assert.deepEqual(lines, recorded);
  });

  it('are the same when many are asked for at once', async () => {
    const lines: string[] = [];
    for (let start = 0; start < questions.length; start += 100) {
      const some = questions.slice(start, start + 100);
      lines.push(...(await Promise.all(some.map((question) => answerLine(door, question)))));
    }
    assert.deepEqual(lines, readFileSync(RECORD, 'utf8').trimEnd().split('\n'));
  });
});

const offersIn = (record: MarketRecord): Offer[] =>
  record.kind === 'offer' && record.op === 'upsert' ? [record.value] : [];

async function answerLine({ app }: PricingApp, { method, url, sellerId, payload }: Question): Promise<string> {
  const headers = { 'x-request-id': 'recorded', ...(sellerId && { authorization: `Bearer for.${sellerId}` }) };
  const answer = await app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload: payload as object }),
  });
  const whole = `${answer.statusCode}\n${headerText(answer.headers)}\n${withoutTime(answer.body)}`;
  return `${method} ${sellerId} ${url.slice(0, 120)} ${answer.statusCode} ${hash('sha256', whole, 'base64url')}`;
}

/** What differs from call to call says nothing about the answer. */
const passing = new Set(['date', 'ratelimit', 'content-length']);

const headerText = (headers: Record<string, unknown>) =>
  Object.entries(headers)
    .filter(([name]) => !passing.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort()
    .join('\n');

const withoutTime = (body: string) => body.replace(/"(TimeOfFeesEstimation|date)":"[^"]*"/gi, '"$1":"now"');
