import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RejectReport } from '../../src/cli/import/reject-report.ts';

describe('the report of rejected lines', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rejects-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function collect(name: string): { path: string; printed: string[]; report: RejectReport } {
    const path = join(folder, name);
    const printed: string[] = [];
    return { path, printed, report: new RejectReport({ path, print: (line) => printed.push(line) }) };
  }

  test('creates no file without a problem', async () => {
    const { path, report } = collect('none.jsonl');
    await report.add('offers.jsonl', []);
    await report.close();
    assert.ok(!existsSync(path));
    assert.deepEqual([report.lines, report.problems], [0, 0]);
  });

  test('prints and stores each problem, and counts a line with two problems once', async () => {
    const { path, printed, report } = collect('some.jsonl');
    await report.add('offers.jsonl', [
      { line: 17, field: 'listingPrice', reason: 'must be a decimal amount such as 22.99, not "x"' },
      { line: 17, field: 'sku', reason: 'must not be empty' },
    ]);
    await report.add('items.csv', [{ line: 17, field: '', reason: 'the row has 2 cells, the header has 4' }]);
    await report.close();
    // Lines of sellers hold addresses and phone numbers.
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(printed, [
      'offers.jsonl:17 listingPrice: must be a decimal amount such as 22.99, not "x"',
      'offers.jsonl:17 sku: must not be empty',
      'items.csv:17 the row has 2 cells, the header has 4',
    ]);
    const written = readFileSync(path, 'utf8').trimEnd().split('\n');
    assert.deepEqual(JSON.parse(written[2] as string), {
      file: 'items.csv',
      line: 17,
      field: '',
      reason: 'the row has 2 cells, the header has 4',
    });
    assert.deepEqual([report.lines, report.problems, written.length], [2, 3, 3]);
  });

  test('prints the first 20 problems and stores all, and replaces an older file', async () => {
    const { path, printed, report } = collect('some.jsonl');
    for (let batch = 0; batch < 50; batch++) {
      const lines = Array.from({ length: 100 }, (_, index) => batch * 100 + index + 1);
      await report.add(
        'a',
        lines.map((line) => ({ line, field: 'x', reason: 'y'.repeat(200) })),
      );
    }
    await report.close();
    assert.equal(printed.length, 21);
    assert.equal(printed.at(-1), `... more problems follow; all are in ${path}`);
    assert.equal(readFileSync(path, 'utf8').trimEnd().split('\n').length, 5000);
    assert.equal(report.lines, 5000);
  });

  test('prints no control characters of the input', async () => {
    const { printed, report } = collect('control.jsonl');
    await report.add('a', [{ line: 1, field: 'fees.\u001b[31m\n\u009b', reason: 'is wrong' }]);
    await report.close();
    assert.deepEqual(printed, ['a:1 fees.?[31m??: is wrong']);
  });

  test('rejects when the file cannot be written', async () => {
    const { report } = collect('no/such/folder.jsonl');
    await assert.rejects(report.add('a', [{ line: 1, field: '', reason: 'x' }]), /ENOENT/);
    await report.close();
  });
});
