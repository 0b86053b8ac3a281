import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportFilters } from '../../console/pages/notifications/log/log-choice.ts';
import { isOpen, leftText, sizeText } from '../../console/pages/reports/progress-words.ts';
import { parametersIn, typeIn } from '../../console/pages/reports/report-types.ts';
import { hourText, whenText } from '../../console/pages/reports/schedule-words.ts';

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });

describe('the parameters of a report, as the address says them', () => {
  for (const [type, query, expected] of [
    ['POSITIONS', '', {}],
    ['POSITIONS', 'state=losing', { states: ['losing'] }],
    ['POSITIONS', 'state=losing&q=sku-2', { states: ['losing'], query: 'sku-2' }],
    ['PRICE_CHANGES', 'sku=A', { SellerSKU: 'A' }],
    ['EVENTS', 'kind=PRICING_HEALTH', { eventTypes: ['PRICING_HEALTH'] }],
    ['EVENTS', 'kind=toString', {}],
    ['DELIVERIES', 'channel=ch_1&state=DEAD', { channelId: 'ch_1', state: 'DEAD' }],
    ['DELIVERIES', 'id=ntf_1', { id: 'ntf_1' }],
    ['EVENTS', 'sku=A', { query: 'A' }],
    [
      'WHAT_IF',
      'state=losing,unhealthy&q=a',
      { strategy: { type: 'win' }, states: ['losing', 'unhealthy'], query: 'a' },
    ],
    ['WHAT_IF', 'sku=A&sku=B%0A1&state=losing', { strategy: { type: 'win' }, SellerSKUs: ['A', 'B\n1'] }],
    ['FEES', 'id=A', { id: 'A' }],
    ['FEES', 'date=2040-01-01', { asOf: ['2040-01-01'] }],
    ['WHAT_IF', '', { strategy: { type: 'win' } }],
    ['WHAT_IF', 'strategy=setTo&amount=12.50', { strategy: { type: 'setTo', price: usd(12.5) } }],
    [
      'WHAT_IF',
      'strategy=beatBy&amount=1&floor=5&customer=business',
      { strategy: { type: 'beatBy', amount: usd(1) }, floor: usd(5), CustomerType: 'Business' },
    ],
    ['PRICE_HISTORY', 'from=2026-11-01&customer=business', { since: '2026-11-01', CustomerType: 'Business' }],
    ['PRICE_CHANGES', 'state=REJECTED&until=2026-11-15', { state: 'REJECTED', until: '2026-11-15' }],
    ['DELIVERIES', 'channel=ch_1', { channelId: 'ch_1' }],
    ['EVENTS', 'from=2026-11-01', { since: '2026-11-01' }],
  ] as const) {
    it(`${type} ${query || 'without any'}`, () =>
      assert.deepEqual(parametersIn(new URLSearchParams(query), type, 'USD'), { parameters: expected }));
  }

  it('have local times as those of the reader, and days as they are', () => {
    const local = '2026-11-15T10:30';
    const { parameters } = parametersIn(
      new URLSearchParams({ from: local, until: '2026-11-16' }),
      'DELIVERIES',
      'USD',
    ) as {
      parameters: object;
    };
    assert.deepEqual(parameters, { since: new Date(local).toISOString(), until: '2026-11-16' });
    const choice = { state: 'DEAD', time: 'between', from: local, to: '', id: 'x' } as const;
    assert.deepEqual(reportFilters(choice, 0), { state: 'DEAD', id: 'x', from: local, until: '' });
    const nowMs = Date.parse('2026-11-15T12:00:30Z');
    const { from = '' } = reportFilters({ ...choice, time: 'hour' }, nowMs);
    assert.equal(Date.parse(from), Date.parse('2026-11-15T11:00Z'));
  });

  it('name the amount that is missing or cannot be read', () => {
    for (const [query, missing] of [
      ['strategy=setTo', 'amount'],
      ['strategy=beatBy&amount=x', 'amount'],
      ['strategy=win&floor=x', 'floor'],
    ] as const)
      assert.deepEqual(parametersIn(new URLSearchParams(query), 'WHAT_IF', 'USD'), { missing });
  });

  it('an unknown type is the first one', () => {
    assert.equal(typeIn(new URLSearchParams('type=constructor')), 'POSITIONS');
    assert.equal(typeIn(new URLSearchParams('type=FEES')), 'FEES');
  });
});

describe('a report in words', () => {
  it('has its size and how long it will take', () => {
    assert.deepEqual([isOpen({ state: 'IN_QUEUE' }), isOpen({ state: 'DONE' })], [true, false]);
    assert.deepEqual([sizeText(12), sizeText(18_240), sizeText(1_260_000)], ['1 KB', '18 KB', '1.3 MB']);
    const nowMs = Date.parse('2026-11-15T12:00:00Z');
    assert.equal(leftText('2026-11-15T12:00:20Z', nowMs), 'about 20 s left');
    assert.equal(leftText('2026-11-15T12:05:00Z', nowMs), 'about 5 min left');
    assert.equal(leftText(undefined, nowMs), '');
  });

  it('says when a regular one is made', () => {
    assert.equal(whenText({ hour: 6, timeZone: 'UTC' }), 'Every day at 06:00, UTC');
    assert.equal(
      whenText({ weekday: 'MONDAY', hour: 23, timeZone: 'Europe/Berlin' }),
      'Mondays at 23:00, Europe/Berlin',
    );
    assert.equal(hourText(0), '00:00');
  });
});
