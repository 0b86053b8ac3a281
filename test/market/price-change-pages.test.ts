import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { openDb } from '../../src/db/open.ts';
import { type Fixture, fixtureOn, item, offer, seller } from './market-fixture.ts';

/* Each page of the file that a price change writes costs as much as a statement. The log has one frame for each. Two are those of the
 * log of terms. */

const FRAME_BYTES = 24 + 4_096;
const OFFERS = 20;

describe('pages that a price change on an item of 20 offers writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const file = join(folder, 'market.db');
  let fixture: Fixture;
  let probe: DatabaseSync;

  before(async () => {
    fixture = await fixtureOn(await openDb({ file }));
    const sellers = Array.from({ length: OFFERS }, (_, n) => `SELLER${n}`);
    const priced = sellers.map((sellerId, n) => offer(sellerId, 'SKU', 'CROWD', { listingPrice: 20 + n }));
    await fixture.take([item('CROWD'), ...sellers.map((sellerId) => seller(sellerId)), ...priced]);
    probe = new DatabaseSync(file);
  });

  after(async () => {
    probe.close();
    await fixture.db.close();
    rmSync(folder, { recursive: true });
  });

  /** The most pages that a change to one of these prices writes. */
  async function pagesOf(sellerId: string, prices: readonly number[]): Promise<number> {
    let most = 0;
    for (const listingPrice of prices) {
      fixture.clock.now += 1_000;
      probe.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      assert.deepEqual(await fixture.take([offer(sellerId, 'SKU', 'CROWD', { listingPrice })]), []);
      most = Math.max(most, Math.floor(statSync(`${file}-wal`).size / FRAME_BYTES));
    }
    return most;
  }

  // Prices with another number of digits change the lengths of all texts.

  it('are few for an offer in the middle', async () => {
    const pages = await pagesOf('SELLER9', [30.5, 31.5, 30.25]);
    assert.ok(pages <= 10, `${pages} pages`);
  });

  it('are few for the holder of the buy box', async () => {
    const pages = await pagesOf('SELLER0', [9, 10.25, 9.5, 8]);
    assert.ok(pages <= 14, `${pages} pages`);
  });

  it('are few for an offer that takes the buy box', async () => {
    const pages = await pagesOf('SELLER19', [7, 100.5, 7.25]);
    assert.ok(pages <= 18, `${pages} pages`);
  });
});
