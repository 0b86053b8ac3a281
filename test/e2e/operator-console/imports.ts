import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleHarness } from '../../console/harness.ts';

const OFFER = {
  ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'A2DEMORIVAL', sku: 'RIVAL-SKU-1', itemId: 'ITEM000001' },
  ...{ condition: 'New', subCondition: 'New', channel: 'SELLER', quantity: 40, shipping: 2.5, businessPrice: 21.75 },
};
const LINES = [
  { ...OFFER, listingPrice: 19.29 },
  { kind: 'seller', sellerId: 'x y' },
];

export function importTests(harness: ConsoleHarness): void {
  test('an uploaded file is checked first, says which lines it lost, and is written when the reader says so', async () => {
    await harness.visit('/imports', {}, async (page) => {
      const buffer = Buffer.from(LINES.map((line) => JSON.stringify(line)).join('\n'));
      await page.getByLabel('File').setInputFiles({ name: '<b>tonight</b>.jsonl', mimeType: 'text/plain', buffer });
      await page.getByRole('button', { name: 'Upload and check' }).click();
      const row = page.getByRole('list', { name: 'Imports' }).locator('> li').first();
      await row.getByText('checked, not written').waitFor();
      await row.getByText('<b>tonight</b>.jsonl').waitFor();
      assert.equal(await page.getByLabel('File').inputValue(), '', 'the next press would send it again');
      assert.equal(await page.getByRole('button', { name: 'Upload and check' }).isDisabled(), true);
      await row.getByText('It would write: 1 line rejected, 0 added, 1 changed, 0 removed, 0 unchanged.').waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: 'Rejected lines' }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^imp_\w+-rejected\.csv$/);
      await row.getByRole('button', { name: 'Write it' }).click();
      await row.getByText('Written: 1 line rejected, 0 added, 1 changed, 0 removed, 0 unchanged.').waitFor();
    });
  });
}
