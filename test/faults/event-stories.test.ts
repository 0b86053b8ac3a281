import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { DAY_MS } from '../../src/domain/duration.ts';

import type { Operator, Plain } from '../harness/operator.ts';
import { until } from '../harness/until.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';
import { Fleet } from './fleet.ts';
import { type Seller, type SellerEvent, withoutPrevious } from './seller.ts';

/* Stories of sellers who are told what happens to them. API, worker and import are processes of their own. */

/** Any change reaches the receiver within this time. Tests share the machine, so the fastest of some counts. */
const TOLD_WITHIN_MS = 2_000;

const ME = 'SELLER-A';
const RIVAL = 'SELLER-B';
const ITEMS = ['BOX', 'CLOCK', 'HEALTH', 'LOADED', 'QUIET'];

const mine = (itemId: string, more: Plain = {}) => offer(ME, `MINE-${itemId}`, itemId, more);
const rivals = (itemId: string, more: Plain = {}) => offer(RIVAL, `THEIRS-${itemId}`, itemId, more);

/** A holds the buy box of each item at 20; the rival asks 25. */
const MARKET: Plain[] = [
  marketplace('M1', 'USD', true),
  { ...defaultFeeSchedule('M1') },
  ...[ME, RIVAL].map((id) => seller(id)),
  ...ITEMS.flatMap((id) => [item(id), mine(id), rivals(id, { listingPrice: 25 })]),
];

const amount = (price: unknown) => (price as { LandedPrice: { Amount: number } } | undefined)?.LandedPrice.Amount;

onOneOrBothEngines('postgres', 'what sellers are told', (engine) => {
  let fleet: Fleet;
  let me: Seller;
  let operator: Operator;
  let hook: Awaited<ReturnType<Seller['webhook']>>;
  const folder = mkdtempSync(join(tmpdir(), 'stories-'));
  before(async () => {
    fleet = await Fleet.on(await engine.fresh(), { NOTIFY_POLL_MS: '250' });
    await Promise.all([fleet.api(), fleet.worker()]);
    operator = fleet.operator();
    me = fleet.seller(ME);
    await operator.change(MARKET);
    hook = await me.webhook(fleet.receiver.url('/a'));
  });
  after(async () => {
    await fleet.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What arrived at a path, each event once, with its signature verified. */
  const received = (path = '/a', { webhookConfig } = hook): SellerEvent[] => {
    const check = new Webhook(webhookConfig.signing?.secret ?? '');
    const events = fleet.receiver.arrivals(path).map(({ body, headers }) => check.verify(body, headers) as SellerEvent);
    return [...new Map(events.map((event) => [event.id, event])).values()];
  };

  const waitsMs: number[] = [];
  /** Runs a change and waits for the event of a kind about an item that it causes. Fees are about no item. */
  async function published(
    kind: string,
    itemId: string | undefined,
    change: () => Promise<unknown>,
  ): Promise<SellerEvent> {
    const known = received().length;
    await change();
    const beganMs = performance.now();
    const find = () =>
      received()
        .slice(known)
        .find(({ type, subject }) => type === kind && subject === itemId);
    await until(`${kind} about ${itemId} arrives`, find);
    waitsMs.push(performance.now() - beganMs);
    return find() as SellerEvent;
  }

  test('a rival undercuts: LOST with the price that wins; at that price: WON; a cent above: LOST again', async () => {
    const lost = await published('BUY_BOX_CHANGED', 'BOX', () =>
      operator.change([rivals('BOX', { listingPrice: 17, shipping: 1.5 })], 'undercut-1'),
    );
    const { data } = lost;
    assert.deepEqual(
      [data.Change, data.Cause, data.Own, data.requestId, data.ItemCondition, data.CustomerType, data.offerType],
      ['LOST', 'priceChange', false, 'undercut-1', 'New', 'Consumer', 'B2C'],
    );
    const { BuyBoxPrice: now, PreviousBuyBoxPrice: previous } = data as Record<string, Plain>;
    assert.deepEqual([amount(now), now?.sellerId, now?.belongsToRequester], [18.5, RIVAL, false]);
    assert.deepEqual([amount(previous), previous?.sellerId, previous?.belongsToRequester], [20, ME, true]);
    assert.deepEqual(data.PriceDifference, { CurrencyCode: 'USD', Amount: -1.5 });
    const [own] = data.MyOffers as {
      SellerSKU: string;
      WinningPrice: { ListingPrice: { Amount: number } };
      NetAtWinningPrice: { Net: { Amount: number }; TotalFees: { Amount: number } };
    }[];
    const winning = own?.WinningPrice.ListingPrice.Amount ?? 0;
    assert.deepEqual([own?.SellerSKU, winning], ['MINE-BOX', 18.5]);
    const { Net, TotalFees } = own?.NetAtWinningPrice ?? {};
    assert.equal(Math.round(100 * ((Net?.Amount ?? 0) + (TotalFees?.Amount ?? 0))), 100 * winning);

    const won = await published('BUY_BOX_CHANGED', 'BOX', () =>
      operator.change([mine('BOX', { listingPrice: winning })]),
    );
    assert.deepEqual([won.data.Change, won.data.Own, amount(won.data.BuyBoxPrice)], ['WON', true, winning]);

    const again = await published('BUY_BOX_CHANGED', 'BOX', () =>
      operator.change([mine('BOX', { listingPrice: winning + 0.01 })]),
    );
    assert.deepEqual([again.data.Change, amount(again.data.BuyBoxPrice)], ['LOST', 18.5]);
    assert.ok(Math.min(...waitsMs) < TOLD_WITHIN_MS, `told after ${waitsMs.map(Math.round)} ms`);
  });

  test('an import is told, also from another process; a quiet one is not, until the next change', async () => {
    const load = (name: string, itemId: string, ...options: string[]) => {
      const file = join(folder, `${name}.jsonl`);
      writeFileSync(file, JSON.stringify(rivals(itemId, { listingPrice: 15 })));
      return fleet.command('import', file, ...options);
    };
    const lost = await published('BUY_BOX_CHANGED', 'LOADED', async () => {
      const imports = [load('loud', 'LOADED'), load('quiet', 'QUIET', '--quiet')];
      for (const one of imports) assert.equal(await one.ended(), 0, one.stderr);
    });
    assert.deepEqual([lost.data.Change, amount(lost.data.BuyBoxPrice)], ['LOST', 15]);
    const next = await published('BUY_BOX_CHANGED', 'QUIET', () =>
      operator.change([rivals('QUIET', { listingPrice: 14 })]),
    );
    // The quiet load replaced the decision: this change moves the price from 15, not from 20.
    assert.deepEqual([next.data.Change, amount(next.data.PreviousBuyBoxPrice)], ['PRICE', 15]);
    const [only] = received().filter(({ type, subject }) => type === 'BUY_BOX_CHANGED' && subject === 'QUIET');
    assert.equal(only?.id, next.id);
  });

  test('an offer that starts by the clock is told, with nobody reading', async () => {
    const startTime = new Date(Date.now() + 1_500).toISOString();
    const lost = await published('BUY_BOX_CHANGED', 'CLOCK', () =>
      operator.change([rivals('CLOCK', { listingPrice: 12, startTime })]),
    );
    assert.deepEqual([lost.data.Change, lost.data.Cause, amount(lost.data.BuyBoxPrice)], ['LOST', 'clock', 12]);
    assert.ok(lost.time >= startTime, `${lost.time} ${startTime}`);
  });

  test('a threshold below the own price makes an offer UNHEALTHY, as the listings say, and RECOVERED without it', async () => {
    const unhealthy = async () => {
      const query = 'MarketplaceId=M1&state=unhealthy';
      const { payload } = await me.get<{ payload: { Listings: Plain[] } }>(`/products/pricing/v4/listings?${query}`);
      return payload.Listings.map(({ SellerSKU }) => SellerSKU);
    };
    const sick = await published('PRICING_HEALTH', 'HEALTH', () =>
      operator.change([item('HEALTH', { competitivePriceThreshold: 19 })]),
    );
    const [own] = sick.data.Offers as { SellerSKU: string; Health: string; FailingGates: Plain[] }[];
    assert.deepEqual([sick.data.Health, own?.SellerSKU, own?.Health], ['UNHEALTHY', 'MINE-HEALTH', 'UNHEALTHY']);
    const [gate] = own?.FailingGates ?? [];
    assert.deepEqual([gate?.Name, gate?.Passed], ['competitivePriceThreshold', false]);
    assert.deepEqual(gate?.PassingListingPrice, { CurrencyCode: 'USD', Amount: 19 });
    assert.deepEqual(await unhealthy(), ['MINE-HEALTH']);
    const well = await published('PRICING_HEALTH', 'HEALTH', () => operator.change([item('HEALTH')]));
    assert.deepEqual([well.data.Health, await unhealthy()], ['RECOVERED', []]);
  });

  test('a promotion that begins by the clock, and a schedule that is loaded three days ahead, are told', async () => {
    const [from, until] = [1_500, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString());
    const half = {
      promotionId: 'HALF',
      name: 'Half',
      feeType: 'ReferralFee',
      kind: 'percentage',
      value: 50,
      from,
      until,
    };
    const effectiveFrom = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const next = { ...defaultFeeSchedule('M1'), effectiveFrom, version: 'next', closing: { amount: 1 } };
    const begins = published('FEE_PROMOTION', undefined, async () => undefined);
    const change = await published('FEE_CHANGED', undefined, () =>
      operator.change([{ ...defaultFeeSchedule('M1'), promotions: [half] }, next]),
    );
    const { version, DaysBefore, ListingCount, TotalDifference, EffectiveFrom } = change.data;
    assert.deepEqual([version, DaysBefore, ListingCount, EffectiveFrom], ['next', 7, ITEMS.length, effectiveFrom]);
    assert.deepEqual(TotalDifference, { CurrencyCode: 'USD', Amount: ITEMS.length });
    const promotion = await begins;
    assert.deepEqual([promotion.data.Change, promotion.data.ListingCount], ['BEGINS', ITEMS.length]);
    assert.ok(promotion.time >= String(from), `${promotion.time} ${from}`);
  });

  test('with a window the first event comes at once and the last at its end; the log names what waits and what was replaced', async () => {
    const windowed = await me.webhook(fleet.receiver.url('/window'), {}, 60);
    const boxes = () =>
      received('/window', windowed).filter(({ type, subject }) => type === 'BUY_BOX_CHANGED' && subject === 'BOX');
    const logged = async () =>
      (await me.list(windowed.channelId)).filter(({ eventType }) => eventType === 'BUY_BOX_CHANGED').reverse();
    for (const [n, listingPrice] of [13, 12, 11].entries()) {
      await operator.change([rivals('BOX', { listingPrice })]);
      await until(`change ${n} is queued`, async () => (await logged()).length === n + 1);
      if (n === 0) await until('the first one arrives', () => boxes().length === 1);
    }
    const [first, second, third] = await logged();
    assert.deepEqual([second?.state, second?.supersededBy], ['SUPERSEDED', third?.notificationId]);
    assert.deepEqual([third?.state, third?.heldBy], ['PENDING', 'WINDOW']);
    assert.deepEqual([boxes().length, boxes()[0]?.id], [1, first?.notificationId]);
    // Without a window what waits is sent, long before the minute is over.
    await me.call('PATCH', `/destinations/${windowed.channelId}`, { windowSeconds: 0 });
    await until('the last one arrives', () => boxes().length === 2);
    const last = boxes()[1] as SellerEvent & { supersedes?: string };
    const replaced = (await me.events()).find(({ id }) => id === second?.notificationId);
    assert.deepEqual([amount(last.data.BuyBoxPrice), last.supersedes], [11, replaced?.sequence]);
  });

  test('the list of events has the same, without a gap, and a replay sends it to a new destination', async () => {
    const listed = await me.events();
    assert.deepEqual(
      listed.map(({ sequence }) => sequence),
      listed.map((_, n) => String(n + 1)),
    );
    await until('all have arrived', () => received().length === listed.length);
    const bySequence = (a: SellerEvent, b: SellerEvent) => Number(a.sequence) - Number(b.sequence);
    const arrived = received().sort(bySequence);
    assert.deepEqual(arrived.map(withoutPrevious), listed);
    assert.deepEqual(
      arrived.map(({ previoussequence }) => previoussequence),
      arrived.map((_, n) => arrived[n - 1]?.sequence),
    );
    const late = await me.webhook(fleet.receiver.url('/late'));
    assert.deepEqual(received('/late', late), []);
    assert.equal((await me.replay(late.channelId, { fromSequence: 3 })).queued, listed.length - 2);
    await until('the replay has arrived', () => received('/late', late).length === listed.length - 2);
    const replayed = received('/late', late).sort(bySequence);
    assert.deepEqual(replayed.map(withoutPrevious), listed.slice(2));
    assert.deepEqual(
      replayed.map(({ previoussequence }) => previoussequence),
      replayed.map((_, n) => replayed[n - 1]?.sequence),
    );
  });
});
