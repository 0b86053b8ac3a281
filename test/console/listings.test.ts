// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { footText } from '../../console/pages/listings/foot-text.ts';
import { countOf, listLength } from '../../console/pages/listings/list-length.ts';
import { choiceIn, type ListChoice, listQuery } from '../../console/pages/listings/list-query.ts';
import { ListingPages, type ListingsView } from '../../console/pages/listings/listing-pages.ts';
import { orderedRows } from '../../console/pages/listings/row-order.ts';
import type { Listing, ListingsPayload } from '../../sdk/src/index.ts';

const row = (SellerSKU: string, State = 'winning') => ({ SellerSKU, State }) as Listing;
const counts = [
  { State: 'winning', Count: 10_000, IsExact: false },
  { State: 'losing', Count: 12, IsExact: true },
];

/** A list of so many rows, in pages of ten, and what was asked and shown. */
function started(total: number) {
  const asked: (string | undefined)[] = [];
  const views: ListingsView[] = [];
  const failures: unknown[] = [];
  const ask = async (nextToken: string | undefined): Promise<ListingsPayload> => {
    asked.push(nextToken);
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
    const from = Number(nextToken ?? 0);
    const to = Math.min(total, from + 10);
    const Listings = Array.from({ length: to - from }, (_, n) => row(`S-${from + n}`));
    return {
      MarketplaceId: 'M',
      Listings,
      ...(from === 0 ? { Counts: counts } : {}),
      ...(to < total ? { nextToken: String(to) } : {}),
    };
  };
  const pages = new ListingPages(ask, (view) => views.push(view));
  const settled = async () => {
    while (views.at(-1)?.isLoading !== false) await new Promise(setImmediate);
    return views.at(-1) as ListingsView;
  };
  return { pages, asked, views, failures, settled };
}

describe('the list of listings', () => {
  it('reads as many pages as the reader has scrolled to, one after the other, and no more', async () => {
    const { pages, asked, settled } = started(1_000);
    pages.want(25);
    pages.want(25);
    const { rows, isComplete } = await settled();
    assert.deepEqual([rows.length, isComplete, asked], [30, false, [undefined, '10', '20']]);
  });

  it('asks and tells nothing when it has all that is wanted', async () => {
    const { pages, asked, views, settled } = started(12);
    pages.want(50);
    const { rows, isComplete } = await settled();
    assert.deepEqual([rows.length, isComplete], [12, true]);
    const shownBefore = views.length;
    pages.want(80);
    await new Promise(setImmediate);
    assert.deepEqual([asked.length, views.length], [2, shownBefore]);
  });

  it('keeps its rows when a page fails, and goes on there', async () => {
    const { pages, failures, settled, views } = started(30);
    pages.want(1);
    await settled();
    failures.push(new Error('no connection'));
    pages.want(20);
    while (views.at(-1)?.error === undefined) await new Promise(setImmediate);
    assert.equal(views.at(-1)?.rows.length, 10);
    pages.retry();
    while (views.at(-1)?.error !== undefined) await new Promise(setImmediate);
    assert.equal((await settled()).rows.length, 20);
  });

  it('shows nothing after its end', async () => {
    const { pages, views } = started(30);
    pages.want(20);
    pages.end();
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    assert.deepEqual(views, []);
  });

  it('takes newer figures into the rows that it has, and no other rows', async () => {
    const { pages, settled, views } = started(5);
    pages.want(1);
    const before = await settled();
    pages.update([row('S-3', 'losing'), row('OTHER')], undefined);
    const after = views.at(-1);
    assert.deepEqual([after?.rows.length, after?.rows[3]?.State, after?.counts], [5, 'losing', counts]);
    assert.equal(before.rows[3]?.State, 'winning');
  });
});

describe('the order of the rows that are read', () => {
  const skus = (rows: readonly Listing[]) => rows.map(({ SellerSKU }) => SellerSKU).join(' ');
  const sorted = (rows: readonly Listing[], sort: ListChoice['sort'], order: 'asc' | 'desc', shares: object = {}) =>
    skus(
      orderedRows(rows, { text: '', state: undefined, sort, order }, ({ SellerSKU }) => ({
        prices: [],
        share: (shares as Record<string, number>)[SellerSKU],
      })),
    );
  const ten = ['SKU-10', 'SKU-2', 'sku-2', 'SKU-1', 'SKU-1.5'].map((sku) => row(sku));

  it('is the natural one of SKUs', () => {
    assert.match(sorted(ten, 'sku', 'asc'), /^SKU-1 SKU-1\.5 (SKU-2 sku-2|sku-2 SKU-2) SKU-10$/);
    assert.equal(sorted(ten, 'sku', 'desc'), sorted(ten, 'sku', 'asc').split(' ').reverse().join(' '));
    assert.equal(sorted(ten, 'price', 'asc'), skus(ten), 'the service has sorted by price');
  });

  it('is that of net, share and urgency; rows without a value come last in both directions', () => {
    const net = (sku: string, Amount?: number, State = 'winning') =>
      ({ ...row(sku, State), NetAtOwnPrice: Amount === undefined ? {} : { Net: { Amount } } }) as Listing;
    const rows = [net('A-10', 5), net('B', undefined, 'losing'), net('A-2', 5), net('C', -3, 'inactive')];
    assert.equal(sorted(rows, 'net', 'asc'), 'C A-2 A-10 B');
    assert.equal(sorted(rows, 'net', 'desc'), 'A-2 A-10 C B');
    assert.equal(sorted(rows, 'share', 'desc', { B: 0.5, C: 0.75 }), 'C B A-2 A-10');
    assert.equal(sorted(rows, 'state', 'asc'), 'B C A-2 A-10');
    assert.equal(sorted(rows, 'state', 'desc'), 'A-2 A-10 C B');
  });

  it('is told for what it holds while more exists', () => {
    const choice = { text: '', state: undefined, sort: 'net', order: 'asc' } as const;
    const view = { rows: ten, counts: undefined, isComplete: false, isLoading: false, error: undefined };
    assert.equal(footText(choice, view, 5), 'Sorted among the 5 listings that are read. There are more.');
    assert.equal(footText(choice, { ...view, isComplete: true }, 5), '5 listings');
    assert.match(footText({ ...choice, sort: 'sku' }, view, 1_234), /^5 of 1,234 read; .* 10 comes before 2\.$/);
    assert.equal(footText({ ...choice, sort: 'price' }, view, 1_234), '5 of 1,234 read; scroll for more');
  });
});

describe('the length of the list', () => {
  const known = { loaded: 50, isComplete: false, counts, states: [] };

  it('is what the counts say until all is read', () => {
    assert.equal(listLength(known), 10_012);
    assert.equal(listLength({ ...known, states: ['losing'], loaded: 5 }), 12);
    assert.equal(listLength({ ...known, isComplete: true }), 50);
  });

  it('grows by one beyond what is read where the counts say less, or nothing', () => {
    assert.equal(listLength({ ...known, loaded: 12_000 }), 12_001);
    assert.equal(listLength({ ...known, counts: undefined }), 51);
  });

  it('says when there are more than it has counted', () => {
    assert.deepEqual(countOf(counts, []), { count: 10_012, isExact: false });
    assert.deepEqual(countOf(counts, ['losing']), { count: 12, isExact: true });
  });
});

describe('what is in the address of the list', () => {
  it('is read, and what is unknown is the default', () => {
    assert.deepEqual(choiceIn(new URLSearchParams('q=%20tent&state=losing&sort=changed')), {
      text: 'tent',
      state: 'losing',
      sort: 'changed',
      order: 'desc',
    });
    assert.deepEqual(choiceIn(new URLSearchParams('state=x&sort=y&order=z')), {
      text: '',
      state: undefined,
      sort: 'sku',
      order: 'asc',
    });
  });

  it('is asked with counts on the first page only', () => {
    const choice = { text: 'tent', state: 'losing', sort: 'price', order: 'desc' } as const;
    assert.deepEqual(listQuery(choice, undefined), {
      sort: 'price',
      order: 'desc',
      pageSize: 50,
      query: 'tent',
      state: ['losing'],
      counts: true,
    });
    assert.equal(listQuery(choice, 'next').counts, undefined);
    assert.deepEqual(
      [listQuery({ ...choice, sort: 'gap' }, undefined).sort, choiceIn(new URLSearchParams('sort=gap')).order],
      ['gap', 'desc'],
    );
    // The service does not know this order: the console sorts what it reads.
    const { sort, order } = listQuery({ ...choice, sort: 'share' }, undefined);
    assert.deepEqual([sort, order], ['sku', 'asc']);
  });
});
