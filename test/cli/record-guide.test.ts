import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { writeRecordGuide } from '../../src/cli/record-guide.ts';
import { demoListings } from './demo-listings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('docs', () => {
  test('docs/market-records.md is what the importer checks; `npm run guide` writes it', () => {
    assert.equal(read('docs/market-records.md'), writeRecordGuide());
  });

  test('docs/demo.md says which demo SKU shows what', () => {
    const rows = demoListings.map(({ sku, itemId, shows }) => `| \`${sku}\` | ${itemId} | ${shows} |`);
    const guide = read('docs/demo.md');
    assert.deepEqual(
      rows.filter((row) => !guide.includes(row)),
      [],
    );
  });
});
