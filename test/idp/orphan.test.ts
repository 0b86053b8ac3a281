import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';

const NEVER_MS = 600_000;

/** A provider whose stop hangs. It reports its address first. */
async function hangingProvider(t: TestContext, deadlineMs: number): Promise<ChildProcess> {
  const entry = new URL('orphan.ts', import.meta.url);
  const child = fork(entry, [String(deadlineMs)], { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  t.after(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

describe("the provider's process, when the service is gone", () => {
  test('ends after a deadline even if its stop hangs', async (t) => {
    const child = await hangingProvider(t, 100);
    const ended = once(child, 'exit');
    child.disconnect();
    assert.deepEqual(await ended, [1, null]);
  });

  test('ends at once on a signal, which it ignores while the service runs', async (t) => {
    const child = await hangingProvider(t, NEVER_MS);
    const ended = once(child, 'exit');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) child.kill(signal);
    assert.ok(child.stdout);
    const stopping = once(child.stdout, 'data');
    child.disconnect();
    // Only now is the channel closed in the child.
    assert.equal(String(await stopping), 'stopping\n');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [1, null]);
  });
});
