import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onEngine } from './engines.ts';

const PROGRAM = fileURLToPath(new URL('./kept-plans-program.ts', import.meta.url));

/** That these plans are good ones: test/market/query-plans.test.ts. */
onEngine('postgres', 'the plan of a statement', ({ fresh }) => {
  // In a process of its own: only the first statements of a process have names, and the tests before this one have many.
  it('is made once for one row, and once for any other number of rows', async () => {
    const { config } = await fresh();
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, JSON.stringify(config)]);
    assert.deepEqual(JSON.parse(stdout), [
      { generic: 3, custom: 0 },
      { generic: 4, custom: 0 },
    ]);
  });
});
