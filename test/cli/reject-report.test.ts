import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RejectReport } from '../../src/cli/import/reject-report.ts';

describe('rejects', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rejects-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function collect(name: string): { path: string; printed: string[]; rejects: RejectReport } {
    const path = join(folder, name);
    const printed: string[] = [];
    return { path, printed, rejects: new RejectReport({ path, print: (line) => printed.push(line) }) };
  }

  test('none leave no file behind', async () => {
    const { path, rejects } = collect('none.jsonl');
    await rejects.add('offers.jsonl', []);
    await rejects.close();
    assert.ok(!existsSync(path));
    assert.deepEqual([rejects.lines, rejects.problems], [0, 0]);
  });

  test('are printed and written; a line with two problems is one line', async () => {
    const { path, printed, rejects } = collect('some.jsonl');
    await rejects.add('offers.jsonl', [
      { line: 17, field: 'listingPrice', reason: 'must be a decimal amount such as 22.99, not "x"' },
      { line: 17, field: 'sku', reason: 'must not be empty' },
    ]);
    await rejects.add('items.csv', [{ line: 17, field: '', reason: 'has 2 cells, the header 4' }]);
    await rejects.close();
    assert.deepEqual(printed, [
      'offers.jsonl:17 listingPrice: must be a decimal amount such as 22.99, not "x"',
      'offers.jsonl:17 sku: must not be empty',
      'items.csv:17 has 2 cells, the header 4',
    ]);
    const written = readFileSync(path, 'utf8').trimEnd().split('\n');
    assert.deepEqual(JSON.parse(written[2] as string), {
      file: 'items.csv',
      line: 17,
      field: '',
      reason: 'has 2 cells, the header 4',
    });
    assert.deepEqual([rejects.lines, rejects.problems, written.length], [2, 3, 3]);
  });

  test('the first 20 are printed, all are written, also over an older file', async () => {
    const { path, printed, rejects } = collect('some.jsonl');
    for (let batch = 0; batch < 50; batch++) {
      const lines = Array.from({ length: 100 }, (_, index) => batch * 100 + index + 1);
      await rejects.add(
        'a',
        lines.map((line) => ({ line, field: 'x', reason: 'y'.repeat(200) })),
      );
    }
    await rejects.close();
    assert.equal(printed.length, 21);
    assert.equal(printed.at(-1), `... and more: all are in ${path}`);
    assert.equal(readFileSync(path, 'utf8').trimEnd().split('\n').length, 5000);
    assert.equal(rejects.lines, 5000);
  });

  test('names from the input cannot write to the terminal', async () => {
    const { printed, rejects } = collect('control.jsonl');
    await rejects.add('a', [{ line: 1, field: 'fees.\u001b[31m\n\u009b', reason: 'is wrong' }]);
    await rejects.close();
    assert.deepEqual(printed, ['a:1 fees.?[31m??: is wrong']);
  });

  test('a file that cannot be written is told', async () => {
    const { rejects } = collect('no/such/folder.jsonl');
    await assert.rejects(rejects.add('a', [{ line: 1, field: '', reason: 'x' }]), /ENOENT/);
    await rejects.close();
  });
});
