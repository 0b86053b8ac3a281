import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import {
  MAX_RUNNING_REPORTS,
  MAX_WAITING_REPORTS,
  REPORT_DAYS,
  REPORT_FAILURES,
  REPORT_STATES,
} from '../../src/domain/reports/report.ts';
import { LOST_ACCESS_DAYS, MAX_SCHEDULES } from '../../src/domain/reports/schedule.ts';
import { reportDescriptions } from '../../src/wire/reports/types/list.ts';
import { columnTables, reportsPage, tablesIn } from './documented-columns.ts';

const page = readFileSync(reportsPage, 'utf8');

test('docs/reports.md names every column of every type, as the code writes it', () => {
  assert.equal(tablesIn(page), columnTables(), 'write them again: node test/reports/documented-columns.ts');
});

test('docs/reports.md names every type with its right, every state and every reason of a failure', () => {
  for (const { name, right } of reportDescriptions)
    assert.match(page, new RegExp(`\\| \\[\`${name}\`\\]\\(#${name.toLowerCase()}\\) \\|.*\`${right}\` \\|`));
  for (const word of [...REPORT_STATES, ...REPORT_FAILURES])
    assert.match(page, new RegExp(`^\\| \`${word}\` \\| .`, 'm'));
});

test('docs/reports.md has the limits that hold', () => {
  const { reportMegabytes, reportMegabytesPerSeller, reportFreeMegabytes } = readConfig({});
  const written = (count: number) => count.toLocaleString('en-US');
  for (const text of [
    `at most ${MAX_RUNNING_REPORTS} reports that are being made and ${MAX_WAITING_REPORTS} that wait`,
    `kept for ${REPORT_DAYS} days`,
    `at most ${MAX_SCHEDULES}.`,
    `${LOST_ACCESS_DAYS} days later it is removed`,
    `\`REPORT_MB_PER_SELLER\` (${written(reportMegabytesPerSeller)} MB)`,
    `\`REPORT_MB\` (${written(reportMegabytes)} MB)`,
    `\`REPORT_FREE_MB\` (${written(reportFreeMegabytes)} MB)`,
  ])
    assert.ok(page.includes(text), text);
});
