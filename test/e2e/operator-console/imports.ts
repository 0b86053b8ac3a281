import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ConsoleHarness } from '../../console/harness.ts';
import { projectFolder } from '../../harness/process.ts';

const OFFER = {
  ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'A2DEMORIVAL', sku: 'RIVAL-SKU-1', itemId: 'ITEM000001' },
  ...{ condition: 'New', subCondition: 'New', channel: 'SELLER', quantity: 40, shipping: 2.5, businessPrice: 21.75 },
};
const LINES = [
  { ...OFFER, listingPrice: 19.29 },
  { kind: 'seller', sellerId: 'x y' },
];

export function importTests(harness: ConsoleHarness, folder: string): void {
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
      await row.getByText('upload by operator@store.example (operator)').waitFor();
    });
  });

  test('the audit page says by e-mail address who had a file written, and finds a person by a part of it', async () => {
    await harness.visit('/audit', {}, async (page) => {
      await page.getByLabel('Who').fill('operator@sto');
      const entries = page.getByRole('list', { name: 'Entries' }).locator('> li');
      await entries.filter({ hasText: 'by the service' }).waitFor({ state: 'detached' });
      const [newest = ''] = await entries.filter({ hasText: 'applyImport' }).allTextContents();
      assert.match(newest, /^applyImportbegun.*by operator@store\.example \(operator\) from/s);
      await page.getByLabel('Who').fill('nobody@store.example');
      await page.getByText('No entry fits').waitFor();
    });
  });

  test('a run of npm run import has its rejected lines to download, and no path of its machine', async () => {
    const file = join(folder, 'night.jsonl');
    writeFileSync(file, LINES.map((line) => JSON.stringify(line)).join('\n'));
    const args = ['start.js', 'import', file, '--rejects', join(folder, 'rejects.jsonl')];
    const options = { cwd: projectFolder, env: { PATH: process.env.PATH, DATA_DIR: folder } };
    assert.equal(spawnSync(process.execPath, args, options).status, 2);
    await harness.visit('/imports', {}, async (page) => {
      const row = page.getByRole('list', { name: 'Imports' }).locator('> li').first();
      await row.getByText('night.jsonl', { exact: true }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: 'Rejected lines' }).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      assert.match(text, /^file,line,field,reason,original\r\nnight\.jsonl,2,/);
      assert.ok(!((await page.locator('main').textContent()) ?? '').includes(folder), 'no path');
    });
  });
}
