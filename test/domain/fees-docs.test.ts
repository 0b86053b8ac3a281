import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { checkRow, exampleRows, schedulesWith } from './fees-table.ts';

it('docs/fees.md shows in every example what the service charges', () => {
  const page = readFileSync(new URL('../../docs/fees.md', import.meta.url), 'utf8');
  const promotions = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '[]');
  const rows = exampleRows(page);
  // Otherwise a table in another format would be skipped silently.
  assert.equal(rows.length, page.match(/^\| (US|CA)\b/gm)?.length);
  assert.ok(rows.length >= 30);
  for (const row of rows) checkRow(row, schedulesWith(promotions));
});
