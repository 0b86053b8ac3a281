// run: without coverage

import { after, before, describe, test } from 'node:test';
import { isTorture, scaled } from '../../harness/scale.ts';
import { type Call, type Kind, meetEachOnce, meetRandomly, startFaultyServer } from '../faulty-server.ts';
import { startWorker } from './python-program.ts';

/** `npm test` always uses the same seed; `npm run torture` uses a new one and prints it. */
const SEED = isTorture ? Date.now() % 2 ** 31 : 20_261_119;

/** As in random-failures.test.ts, for calls.py. */
const kinds: Readonly<Record<string, Kind>> = {
  ...{ getMarketplaceParticipations: 'reading', getFeesEstimates: 'reading', deleteDestination: 'reading' },
  ...{ createDestination: 'keyed', replayEvents: 'keyed' },
  ...{ rotateSecret: 'once', changeDestination: 'once', applyChanges: 'once' },
};

describe('a server that fails, and the Python SDK', () => {
  let server: Awaited<ReturnType<typeof startFaultyServer>>;
  let python: Awaited<ReturnType<typeof startWorker>>;
  before(async () => {
    server = await startFaultyServer(kinds);
    python = await startWorker('calls.py', server.baseUrl);
  });
  after(async () => {
    await python.close();
    await server.close();
  });

  const call: Call = async ({ id, operation, deadlineMs }) => {
    const { end } = await python.ask({ ...{ id, operation }, ...{ seconds: deadlineMs / 1_000 } });
    return String(end);
  };

  test('once: what may run again is sent again, everything else only after a 429', { timeout: 60_000 }, () =>
    meetEachOnce(server, call, kinds),
  );

  const title = `in random order (seed ${SEED}): nothing runs twice that must not, and every call ends in time`;
  test(title, { timeout: scaled(120_000, 600_000) }, () =>
    meetRandomly(server, call, kinds, { seed: SEED, calls: scaled(160, 2_000), atOnce: 80, deadlineMs: 1_000 }),
  );
});
