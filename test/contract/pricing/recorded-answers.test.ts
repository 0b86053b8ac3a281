import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { seedRecords } from '../../../src/cli/seed/records.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import { type MarketRecord, readRecord } from '../../../src/domain/market/records/market-record.ts';
import { withEngines } from '../../db/engines.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { answerText, readRecorded, writeRecorded } from './recorded-answers.ts';
import { type RecordedRequest, recordedRequests } from './recorded-requests.ts';

const CONCURRENT_REQUESTS = 100;

/**
 * 500 answers, byte for byte as they are in `recorded-answers/`: work on speed must not change one of them. After an
 * intended change, record them again and review the diff:
 * `RECORD_ANSWERS=1 node --test test/contract/pricing/recorded-answers.test.ts`.
 */
withEngines('recorded answers', (engine) => {
  let pricing: PricingApp;
  let requests: Record<string, RecordedRequest[]>;

  before(async () => {
    pricing = await openPricing(engine, Date.UTC(2026, 10, 15));
    const records = [...seedRecords({ items: 240, sellers: 40, seed: 3 })].map((value) => {
      const read = readRecord(value, { currencyOf: () => 'USD' });
      assert.ok(read.ok);
      return read.record;
    });
    await pricing.market.writer.apply(records, { boards: 'now' });
    requests = recordedRequests(records.flatMap(offersIn));
  });

  after(() => pricing.close());

  it('cover 500 requests', () => {
    assert.equal(Object.values(requests).flat().length, 500);
  });

  it('stay the same', async () => {
    for (const [group, all] of Object.entries(requests)) {
      const answers: string[] = [];
      for (const request of all) answers.push(await answerTo(pricing, request));
      if (process.env.RECORD_ANSWERS) writeRecorded(group, answers);
      assertRecorded(group, answers);
    }
  });

  it('stay the same when many requests arrive at once', async () => {
    for (const [group, all] of Object.entries(requests)) {
      const answers: string[] = [];
      for (let start = 0; start < all.length; start += CONCURRENT_REQUESTS) {
        const some = all.slice(start, start + CONCURRENT_REQUESTS);
        answers.push(...(await Promise.all(some.map((request) => answerTo(pricing, request)))));
      }
      assertRecorded(group, answers);
    }
  });
});

const offersIn = (record: MarketRecord): Offer[] =>
  record.kind === 'offer' && record.op === 'upsert' ? [record.value] : [];

async function answerTo({ app }: PricingApp, request: RecordedRequest): Promise<string> {
  const { method, url, sellerId, payload } = request;
  const headers = { 'x-request-id': 'recorded', ...(sellerId && { authorization: `Bearer for.${sellerId}` }) };
  const body = payload === undefined ? {} : { payload: payload as object };
  return answerText(request, await app.inject({ method, url, headers, ...body }));
}

/** Compares one answer at a time: the difference of two whole files would be too long to read. */
function assertRecorded(group: string, answers: readonly string[]): void {
  const recorded = readRecorded(group);
  assert.equal(answers.length, recorded.length, `${group}: number of answers`);
  answers.forEach((answer, at) => {
    assert.equal(answer, recorded[at]);
  });
}
