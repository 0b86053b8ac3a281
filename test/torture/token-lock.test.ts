import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileTokenStore } from '../../sdk/src/node/file-token-store.ts';

// Long: a holder in another container cannot be looked at, so that only silence shows its death.
describe('the lock of the token file, held in another container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-lock-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('stays with a holder that shows that it is alive, and is free soon after it has died', async () => {
    const path = join(folder, 'tokens.json');
    // A pid that is dead here says nothing about another container.
    appendFileSync(`${path}.lock`, '\ntake other elsewhere 999999999 1 .\n');
    let takenAt = 0;
    const taken = fileTokenStore(path).lock(async () => {
      takenAt = performance.now();
    });
    for (let beat = 0; beat < 10; beat += 1) {
      await sleep(2_000);
      assert.equal(takenAt, 0);
      appendFileSync(`${path}.lock`, '\nbeat other .\n');
    }
    const diedAt = performance.now();
    await taken;
    assert.ok(takenAt - diedAt > 5_000 && takenAt - diedAt < 40_000, `after ${takenAt - diedAt} ms`);
  });
});
