import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLog } from '../../../src/log/log.ts';
import { SupervisedProcess } from '../../../src/roles/supervisor/supervised-process.ts';

let supervised: SupervisedProcess;

before(async () => {
  // Without the arguments of the test runner.
  cluster.setupPrimary({ execArgv: [] });
  supervised = new SupervisedProcess({
    ...{ name: 'answering', role: 'answering', parameters: { ownPorts: [] }, environment: {} },
    entry: fileURLToPath(new URL('answering-process.ts', import.meta.url)),
    log: createLog('silent'),
    onMetrics: () => undefined,
  });
  assert.ok(await supervised.ready, supervised.stderrTail);
});

after(async () => {
  supervised.kill();
  await supervised.exited;
});

/** Each question that is kept takes 500 bytes. */
const QUESTIONS = 2_000;
const MAX_GROWTH_BYTES = 300_000;

test('questions that are answered are not kept: probes and scrapes would fill the memory of the supervisor', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const ask = async (times: number) => {
    for (let n = 0; n < times; n += 1) assert.ok(await supervised.query('metrics', 10_000));
    await nextTurn();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await ask(500);
  const growth = (await ask(QUESTIONS)) - before;
  assert.ok(growth < MAX_GROWTH_BYTES, `${growth} bytes more after ${QUESTIONS} questions`);
});

test('a question to a process that ends has no answer, and neither has one after its end', async () => {
  const asked = supervised.query('readiness', 60_000);
  supervised.kill();
  await asked;
  await supervised.exited;
  assert.equal(await supervised.query('readiness', 60_000), undefined);
});
