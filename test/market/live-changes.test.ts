// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyLiveChanges } from '../../src/market/intake/live-changes.ts';
import { openMarket } from '../../src/market/market.ts';
import { type Engine, withEnginesInTorture } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';

const removal = (sku: string) => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku });

async function* inPieces(text: string | Buffer, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const asLines = (records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');
const none = {
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  absent: 0,
  rejected: 0,
  rejections: [],
  moreRejections: 0,
};

withEnginesInTorture('live changes', (engine) => {
  const freshMarket = async (on: Engine) => {
    const db = await (await on.migrated()).open();
    return openMarket(db, Date.now);
  };

  const market = [marketplace, seller, item, offer('A'), offer('B'), removal('A'), removal('A')];
  for (const [form, write] of [
    ['JSON lines', asLines],
    ['a JSON array', (records: object[]) => JSON.stringify(records, null, 2)],
  ] as const) {
    test(`${form}, cut anywhere, are applied in order and counted`, async () => {
      const report = await applyLiveChanges(await freshMarket(engine), inPieces(write(market)));
      assert.deepEqual(report, { ...none, added: 5, removed: 1, absent: 1 });
    });
  }

  test('rebuild the boards before the operation ends', async () => {
    const target = await freshMarket(engine);
    await applyLiveChanges(target, inPieces(asLines(market)));
    const board = await target.reader.listing({ marketplaceId: 'M1', sellerId: 'S1', sku: 'B' }, 'Consumer', 'New');
    assert.equal(JSON.parse(board?.offers ?? '').length, 1);
  });

  test('report bad lines by number, field and reason, and keep the others', async () => {
    const text = [
      asLines([marketplace, seller, item]),
      '{"kind":"offer"',
      JSON.stringify(offer('A', { listingPrice: -1 })),
      '',
      '"text"',
      JSON.stringify(offer('B')),
      JSON.stringify({ ...offer('C'), itemId: 'I9' }),
    ].join('\n');
    const report = await applyLiveChanges(await freshMarket(engine), inPieces(text, 64));
    const rejected = report.rejections.map(({ line, field }) => `${line} ${field}`);
    assert.deepEqual(rejected, ['4 ', '5 listingPrice', '7 ', '9 itemId']);
    assert.deepEqual([report.added, report.rejected], [4, 4]);
  });

  test('reject a line of 10 MB and bytes that are not UTF-8, and keep the others', async () => {
    const text = Buffer.concat([
      Buffer.from(`${asLines([marketplace, seller, item])}\n`),
      Buffer.from(`{"kind":"offer","conditionNotes":"${'x'.repeat(10_000_000)}"}\n`),
      Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]),
      Buffer.from(JSON.stringify(offer('A'))),
    ]);
    const report = await applyLiveChanges(await freshMarket(engine), inPieces(text, 65_536));
    assert.deepEqual([report.added, report.rejected], [4, 2]);
    assert.match(report.rejections[0]?.reason ?? '', /1 MiB/);
    assert.match(report.rejections[1]?.reason ?? '', /not UTF-8/);
  });

  test('report at most a thousand reasons, and how many more there are', async () => {
    const text = Array.from({ length: 1500 }, () => '{}').join('\n');
    const report = await applyLiveChanges(await freshMarket(engine), inPieces(text, 4096));
    assert.deepEqual([report.rejected, report.rejections.length, report.moreRejections], [1500, 1000, 500]);
  });
});
