import { ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { ListingLimits } from '../../../src/domain/price-changes/limits.ts';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import type { WantedChange } from '../../../src/domain/price-changes/wanted-change.ts';
import { type Market, openMarket } from '../../../src/market/market.ts';
import type { LimitsOutcome } from '../../../src/market/price-changes/listing-limits.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { withEngines } from '../../db/engines.ts';
import { isTorture } from '../../harness/scale.ts';
import { fixtureOn, item, NOW, offer } from '../market-fixture.ts';

/* Decisions 50 and 59: whatever applications, undo and changes of limits do at once, no price crosses a limit. */

const ROUNDS = isTorture ? 150 : 12;
const scope = { marketplaceId: 'M1', sellerId: 'S1' };
const key = { ...scope, sku: 'A' };
const options = { priceChanges: 'direct', seal: new OperatorKey('a key of the tests, long enough') } as const;

/** Small numbers that look random and are the same in every run. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const permits = ({ minimumPriceMinor = 0, maximumPriceMinor = Infinity }: ListingLimits, price: number) =>
  price >= minimumPriceMinor && price <= maximumPriceMinor;

async function submit({ priceChanges }: Market, change: Partial<WantedChange>): Promise<Receipt> {
  const changes = [{ sku: 'A', customer: 'Consumer', confirm: true, ...change }] as const;
  const by = { clientId: 'app', isConsole: false };
  const receipts = await priceChanges.submit({ ...scope, changes, by, requestId: 'r' });
  ok(Array.isArray(receipts));
  return receipts[0];
}

const undoOf = ({ id, termsRevision, result }: Receipt): Partial<WantedChange> => ({
  ...{ undoOf: id, restore: result.before, ifTermsRevision: termsRevision },
});

async function setLimits({ limits }: Market, wanted: ListingLimits) {
  const outcomes = await limits.set(scope, [{ sku: 'A', wanted }], true);
  ok(Array.isArray(outcomes));
  return outcomes[0] as Exclude<LimitsOutcome, { state: 'unknown' }>;
}

withEngines('applications, undo and limits at once', (engine) => {
  test('no interleaving crosses a limit', async () => {
    const db = await (await engine.migrated()).open();
    const { take, market } = await fixtureOn(db, migrations, options);
    const markets = [market, openMarket(db, () => NOW, options)] as const;
    await take([item('I1'), offer('S1', 'A', 'I1', { listingPrice: 20 })]);
    const draw = drawing(20_261_118);
    let last: Receipt | undefined;
    let applied = 0;
    let refused = 0;
    const present = async () => {
      const [found] = await market.reader.listingPositions([key]);
      return found?.offer.listingPriceMinor ?? 0;
    };
    const inForce = async () => (await market.limits.of([key], 'with cost')).get('A') ?? {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await inForce();
      const least = 1_000 + draw(10) * 100;
      // Wide enough that about half of the prices are permitted, whichever limits are in force.
      const wanted = { minimumPriceMinor: least, maximumPriceMinor: least + 600 + draw(8) * 100 };
      const restored = last && undoOf(last);
      const setTo = { strategy: { type: 'setTo', listingMinor: 1_000 + draw(20) * 100 } } as const;
      const [changed, undone, outcome] = await Promise.all([
        submit(markets[draw(2)] ?? market, setTo),
        restored && submit(markets[draw(2)] ?? market, restored),
        setLimits(markets[draw(2)] ?? market, wanted),
      ]);
      for (const receipt of [changed, undone]) {
        if (receipt?.state === 'REJECTED') refused += 1;
        if (receipt?.state !== 'APPLIED') continue;
        applied += 1;
        last = receipt;
        const price = receipt.result.after?.listingPriceMinor ?? 0;
        ok(permits(before, price) || permits(wanted, price), `round ${round}: ${price} was never permitted`);
      }
      // A price outside the limits was in force before them: the answer to the change of limits says so.
      const price = await present();
      const reported = outcome.terms?.listingPriceMinor;
      ok(permits(await inForce(), price) || reported === price, `round ${round}: ${price} came after ${reported}`);
    }
    ok(applied > 0 && refused > 0, `${applied} applied, ${refused} refused`);
  });
});
