// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf } from '../../console/pages/what-if/csv.ts';
import { differencesOf, wouldLoseMoney } from '../../console/pages/what-if/differences.ts';
import { exportOf } from '../../console/pages/what-if/export.ts';
import { inputsOf, skusOf, strategyOf } from '../../console/pages/what-if/inputs.ts';
import type { Outcome } from '../../console/pages/what-if/outcome.ts';
import { arranged } from '../../console/pages/what-if/rows.ts';
import { totalsOf } from '../../console/pages/what-if/totals.ts';

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const priced = (price: number, net?: number) => ({
  ListingPrice: usd(price),
  AfterFees: net === undefined ? { Reason: 'no weight' } : { Net: usd(net) },
});

function outcome(SellerSKU: string, status: string, changes: Partial<Outcome> = {}): Outcome {
  const PresentPrice = priced(10, 8.1);
  return {
    SellerSKU,
    status,
    IsBuyBoxWinner: false,
    WouldWin: false,
    PresentPrice,
    NewPrice: PresentPrice,
    ...changes,
  };
}

const won = outcome('A-2', 'WOULD_WIN', { WouldWin: true, NewPrice: priced(9, 7.2) });
const kept = outcome('A-10', 'BELOW_FLOOR', { IsBuyBoxWinner: true, WouldWin: true });
const loses = outcome('A-4', 'WOULD_WIN', {
  WouldWin: true,
  PresentPrice: priced(1200.5, 8.1),
  NewPrice: priced(2.1, -0.4),
});
const foreign: Outcome = { SellerSKU: 'X', status: 'INVALID_SKU' };

describe('a file of what would happen', () => {
  it('is RFC 4180: CR LF, and quotes around what has a comma, a quote or a line break', () => {
    assert.equal(
      csvOf([
        ['a', 'b,c'],
        ['say "x"', 'one\ntwo'],
        [1.5, undefined],
      ]),
      'a,"b,c"\r\n"say ""x""","one\ntwo"\r\n1.5,\r\n',
    );
  });

  it('has no formula in it, whoever wrote the text, and leaves numbers plain', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1'])
      assert.equal(csvOf([[text]]), `'${text}\r\n`);
    assert.equal(csvOf([['=HYPERLINK("http://x","y")']]), `"'=HYPERLINK(""http://x"",""y"")"\r\n`);
    assert.equal(csvOf([[-2, 'A-1', 'a=b']]), '-2,A-1,a=b\r\n');
  });

  it('has a row for each listing, and a new price only where it gets one', () => {
    const [head = '', ...rows] = exportOf(
      [won, { ...kept, StrategyPrice: usd(-2), Reasons: ['stock'] }, foreign, loses],
      'USD',
    ).split('\r\n');
    assert.deepEqual(head.split(',').slice(0, 4), ['SKU', 'Title', 'Item', 'Result']);
    assert.deepEqual(rows, [
      'A-2,,,Would win,no,yes,USD,10,9,,,8.1,7.2,,-1,-0.9,no',
      'A-10,,,Below floor,yes,yes,USD,10,,-2,,8.1,8.1,stock,,,no',
      'X,,,Not yours,,,USD,,,,,,,,,,',
      'A-4,,,Would win,no,yes,USD,1200.5,2.1,,,8.1,-0.4,,-1198.4,-8.5,yes',
      '',
    ]);
  });
});

describe('a cost that the reader may see', () => {
  const withProfit = (price: number, net: number, profit: number) => ({
    ListingPrice: usd(price),
    AfterFees: { Net: usd(net), Profit: usd(profit) },
  });
  const below = outcome('A-5', 'WOULD_WIN', {
    WouldWin: true,
    PresentPrice: withProfit(10, 8.1, 1.1),
    NewPrice: withProfit(8, 6.3, -0.7),
  });

  it('makes a price below it one that loses money', () => {
    assert.equal(wouldLoseMoney(below), true);
    const { losesMoneyNow, wouldLoseMoney: then } = totalsOf([won, below]);
    assert.deepEqual([losesMoneyNow, then], [0, 1]);
  });

  it('counts where the profit rises and falls and adds it up, without the listings that have no cost', () => {
    const { profit } = totalsOf([won, below]);
    assert.deepEqual(profit, { rises: 0, falls: 1, unknown: 1, sums: { now: usd(1.1), next: usd(-0.7) } });
  });

  it('adds the profits to the file, behind all other columns; without one the file stays as it is', () => {
    const [head = '', first = '', second = ''] = exportOf([below, won], 'USD').split('\r\n');
    assert.match(head, /,Loses money,Profit now,New profit$/);
    assert.match(first, /,yes,1\.1,-0\.7$/);
    assert.match(second, /,no,,$/);
    assert.match(exportOf([won], 'USD'), /^.*,Loses money\r\n/);
  });
});

describe('the totals of what would happen', () => {
  it('count listings, and add up one unit of each whose fees are known in both cases', () => {
    const unknown = outcome('A-3', 'WOULD_LOSE', { NewPrice: priced(9) });
    const { byOutcome, ...totals } = totalsOf([won, kept, unknown, foreign, loses]);
    assert.deepEqual(totals, {
      listings: 4,
      winsNow: 1,
      wouldWin: 3,
      losesMoneyNow: 0,
      wouldLoseMoney: 1,
      net: { rises: 0, falls: 2, unknown: 1, sums: { now: usd(24.3), next: usd(14.9) } },
      profit: undefined,
      newPrices: 3,
      keepPrice: 1,
    });
    assert.equal(byOutcome.get('INVALID_SKU'), 1);
  });
});

describe('the differences of one listing', () => {
  it('are whole cents, and none where the price stays or a figure is not known', () => {
    const dear = outcome('A', 'WOULD_WIN', { PresentPrice: priced(0.3, 0.3), NewPrice: priced(0.1, 0.1) });
    assert.deepEqual(differencesOf(dear, 2), { price: -0.2, net: -0.2 });
    assert.deepEqual(differencesOf(kept, 2), { price: undefined, net: undefined });
    assert.deepEqual(differencesOf(outcome('B', 'WOULD_LOSE', { NewPrice: priced(9) }), 2), {
      price: -1,
      net: undefined,
    });
    assert.deepEqual([won, kept, foreign, loses].map(wouldLoseMoney), [false, false, false, true]);
  });
});

describe('the rows of what would happen', () => {
  const skus = (show: string, column: string, direction: 'ascending' | 'descending') =>
    arranged([kept, foreign, won], show, { column, direction }).map(({ SellerSKU }) => SellerSKU);

  it('are sorted by number within a SKU, and filtered by outcome', () => {
    assert.deepEqual(skus('', 'sku', 'ascending'), ['A-2', 'A-10', 'X']);
    assert.deepEqual(skus('WOULD_WIN', 'sku', 'ascending'), ['A-2']);
  });

  it('have those without a figure last in either direction', () => {
    assert.deepEqual(skus('', 'newNet', 'ascending'), ['A-2', 'A-10', 'X']);
    assert.deepEqual(skus('', 'newNet', 'descending'), ['A-10', 'A-2', 'X']);
  });
});

describe('the address of the page of what if', () => {
  const read = (query: string) => inputsOf(new URLSearchParams(query), 'USD');

  it('has SKUs with any character, or else a filter', () => {
    assert.deepEqual(read('sku=a%2Cb&sku=c').skus, ['a,b', 'c']);
    assert.deepEqual(read('by=skus').skus, []);
    const { skus, states, query } = read('state=losing,unhealthy&q=tea');
    assert.deepEqual([skus, states, query], [undefined, ['losing', 'unhealthy'], 'tea']);
    assert.deepEqual(skusOf('A\n\n B \r\nA'), ['A', 'B']);
  });

  it('has a strategy of the API, and none while its amount is missing or no amount', () => {
    const strategy = (query: string) => strategyOf(read(query), 'USD');
    assert.deepEqual([strategy(''), strategy('strategy=nonsense')], [{ type: 'win' }, { type: 'win' }]);
    assert.deepEqual(strategy('strategy=match'), { type: 'match' });
    assert.deepEqual(strategy('strategy=beatBy'), { type: 'beatBy', amount: usd(0.01) });
    assert.deepEqual(strategy('strategy=setTo&amount=12,5'), { type: 'setTo', price: usd(12.5) });
    assert.equal(strategy('strategy=setTo'), undefined);
    assert.equal(strategy('strategy=beatBy&amount=x'), undefined);
  });
});
