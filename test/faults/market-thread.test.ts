import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEngine } from '../db/engines.ts';
import type { Plain } from '../harness/operator.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';
import { Fleet, loggedProblems } from './fleet.ts';
import type { SellerEvent } from './seller.ts';

/* On SQLite large calls of price changes are applied, and their events published, in a second thread of the process. */

const ITEMS = 80;
const [ME, RIVAL] = ['SELLER-A', 'SELLER-B'];
const numbers = Array.from({ length: ITEMS }, (_, n) => n);
const MARKET: Plain[] = [
  marketplace('M1', 'USD', true),
  ...[ME, RIVAL].map((id) => seller(id)),
  ...numbers.flatMap((n) => [
    item(`I${n}`),
    offer(ME, `MINE-${n}`, `I${n}`),
    offer(RIVAL, `THEIRS-${n}`, `I${n}`, { listingPrice: 25 }),
  ]),
];

type Receipt = { SellerSKU: string; State: string; TermsRevision: number };

onEngine('sqlite', 'a large call of price changes', (engine) => {
  let fleet: Fleet;
  let service: ServiceProcess;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh(), { PRICE_CHANGES: 'direct', NOTIFY_POLL_MS: '250' });
    service = await fleet.api('all');
    await fleet.operator().change(MARKET);
  });
  after(() => fleet.close());

  async function change(sellerId: string, skus: string[], amount: number, key?: string): Promise<Receipt[]> {
    const price = { CurrencyCode: 'USD', Amount: amount };
    const answer = await fetch(`${fleet.base}/products/pricing/v4/priceChanges`, {
      method: 'POST',
      headers: {
        authorization: `Bearer own.writes.${sellerId}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify({
        MarketplaceId: 'M1',
        strategy: { type: 'setTo', price },
        SellerSKUs: skus,
        Confirm: true,
      }),
    });
    const text = await answer.text();
    equal(answer.status, 200, text);
    return (JSON.parse(text) as { payload: { Receipts: Receipt[] } }).payload.Receipts;
  }
  const priceOf = async (n: number) => {
    const path = `/products/pricing/v4/listings/MINE-${n}/offers?MarketplaceId=M1&ItemCondition=New`;
    const { payload } = await fleet
      .seller(ME)
      .get<{ payload: { Offers: { ListingPrice: { Amount: number }; MyOffer?: boolean }[] } }>(path);
    return payload.Offers.map(({ ListingPrice }) => ListingPrice.Amount).sort((a, b) => a - b);
  };
  const mine = numbers.map((n) => `MINE-${n}`);
  const ownChanges = (events: SellerEvent[]) => events.filter(({ type }) => type === 'PRICE_CHANGED').length;
  const isGapFree = (events: SellerEvent[]) => events.every(({ sequence }, n) => Number(sequence) === n + 1);

  test('is in force when it is answered; beside changes of others each event is published once, without a gap', async () => {
    const [me, rival] = [fleet.seller(ME), fleet.seller(RIVAL)];
    await Promise.all([me.pull(), rival.pull()]);
    // Answers that are cached now must not be given afterwards.
    deepEqual(await priceOf(7), [20, 25]);
    let isDone = false;
    const call = change(ME, mine, 19).finally(() => (isDone = true));
    let others = 0;
    while (!isDone) {
      await change(RIVAL, [`THEIRS-${others % ITEMS}`], Number((26 + others / 100).toFixed(2)));
      others += 1;
    }
    const receipts = await call;
    deepEqual(
      receipts.map(({ SellerSKU, State }) => `${SellerSKU} ${State}`),
      mine.map((sku) => `${sku} APPLIED`),
    );
    ok(service.stdout.includes('a thread applies large calls'), 'no thread was started');
    for (const n of [0, 7, ITEMS - 1]) equal((await priceOf(n))[0], 19);
    // Changes of this thread while the other one publishes.
    await change(RIVAL, ['THEIRS-0'], 99);
    others += 1;
    await until('all events are published', async () => {
      const [own, theirs] = [await me.events(), await rival.events()];
      return ownChanges(own) >= ITEMS && ownChanges(theirs) >= others;
    });
    for (const [events, count] of [
      [await me.events(), ITEMS],
      [await rival.events(), others],
    ] as const) {
      equal(ownChanges(events), count);
      ok(isGapFree(events));
    }
    deepEqual(loggedProblems(service), []);
  });

  test('is finished after kill -9, with every change and its event once', async () => {
    const applied = async () => {
      const row = await fleet.db.get<{ many: number }>(
        "SELECT COUNT(*) AS many FROM price_change WHERE state = 'APPLIED' AND seller_id = $1",
        [ME],
      );
      return row?.many ?? 0;
    };
    const [known, before] = [await applied(), ownChanges(await fleet.seller(ME).events())];
    const call = change(ME, mine, 18, 'killed').then(
      () => 'answered',
      () => 'cut',
    );
    await until('some of it is applied', async () => (await applied()) > known);
    service.signal('SIGKILL');
    await service.ended();
    equal(await call, 'cut');
    service = await fleet.api('all');
    const receipts = await change(ME, mine, 18, 'killed');
    ok(receipts.every(({ State }) => State === 'APPLIED'));
    equal(await applied(), known + ITEMS);
    const me = fleet.seller(ME);
    await until('all events are published', async () => ownChanges(await me.events()) >= before + ITEMS);
    const events = await me.events();
    equal(ownChanges(events), before + ITEMS);
    ok(isGapFree(events));
    for (const n of [0, ITEMS - 1]) equal((await priceOf(n))[0], 18);
  });

  test('does not delay a stop: what is accepted is answered, the process ends by itself', async () => {
    const call = change(ME, mine, 17);
    await until('it is stored', async () => {
      const row = await fleet.db.get("SELECT 1 AS one FROM price_change WHERE state = 'ACCEPTED' LIMIT 1");
      return row !== undefined;
    });
    service.signal('SIGTERM');
    ok((await call).every(({ State }) => State === 'APPLIED'));
    equal(await service.ended(), 0);
  });
});
