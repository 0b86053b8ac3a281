// run: without coverage

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { dateFormat, naturalOrder, numberFormat, numberText, percentText } from '../../console/formats.ts';

describe('the formats of the console', () => {
  it('are English, with Latin digits', () => {
    assert.equal(numberText(1_234_567.8), '1,234,567.8');
    assert.equal(percentText(12.5), '12.5%');
    const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
    assert.equal(day.format(Date.parse('2026-11-17T12:00:00Z')), 'Nov 17, 2026');
    assert.deepEqual(['A-10', 'A-2'].toSorted(naturalOrder.compare), ['A-2', 'A-10']);
  });

  it('have one sign below zero, the minus sign: of amounts, counts and percentages', () => {
    assert.equal(numberText(-1_234), '−1,234');
    assert.equal(percentText(-12.5), '−12.5%');
    const difference = numberFormat({ style: 'currency', currency: 'CAD', signDisplay: 'exceptZero' });
    assert.deepEqual([-5.02, 0, 5.02].map(difference.format, difference), ['−CA$5.02', 'CA$0.00', '+CA$5.02']);
  });

  it('are all made in one file: any other would follow the browser', () => {
    /** The reader's country, and the reader's time zone: no formats. */
    const allowed: Readonly<Record<string, number>> = {
      'marketplace.ts': 1,
      'preferred-marketplace.ts': 2,
      'pages/notifications/form/quiet-fields.ts': 2,
      'pages/reports/schedule-form.ts': 1,
    };
    const folder = new URL('../../console/', import.meta.url);
    const uses = globSync('**/*.ts', { cwd: folder }).flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const found = text.match(/\bnew Intl\.|Intl\.\w+\(|toLocale\w*\(|navigator\.languages?\b/g)?.length ?? 0;
      return file === 'formats.ts' || found <= (allowed[file] ?? 0) ? [] : [`${file}: ${found}`];
    });
    assert.deepEqual(uses, []);
  });
});
