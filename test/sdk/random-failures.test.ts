// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClient, type SellerClient } from '../../sdk/src/create-client.ts';
import { ApiError } from '../../sdk/src/index.ts';
import { isTorture, scaled } from '../harness/scale.ts';
import { type Kind, meetEachOnce, meetRandomly, startFaultyServer } from './faulty-server.ts';

/** `npm test` always uses the same seed; `npm run torture` uses a new one and prints it. */
const SEED = isTorture ? Date.now() % 2 ** 31 : 20_261_116;
const DEADLINE_MS = 1_000;

type Options = { headers: Record<string, string>; deadlineMs: number };

const channel = { path: { channelId: 'C1' } };
const calls: Record<string, { kind: Kind; call: (client: SellerClient, options: Options) => Promise<unknown> }> = {
  getMarketplaceParticipations: { kind: 'reading', call: (client, o) => client.getMarketplaceParticipations(o) },
  getFeesEstimates: { kind: 'reading', call: (client, o) => client.getFeesEstimates({ ...o, body: [] }) },
  deleteDestination: { kind: 'reading', call: (client, o) => client.deleteDestination({ ...o, ...channel }) },
  createDestination: {
    kind: 'keyed',
    call: (client, o) => client.createDestination({ ...o, body: { type: 'PULL' } as never }),
  },
  replayEvents: { kind: 'keyed', call: (client, o) => client.replayEvents({ ...o, ...channel, body: {} as never }) },
  rotateSecret: { kind: 'once', call: (client, o) => client.rotateSecret({ ...o, ...channel, body: {} }) },
  changeDestination: { kind: 'once', call: (client, o) => client.changeDestination({ ...o, ...channel, body: {} }) },
  applyChanges: { kind: 'once', call: (client, o) => client.applyChanges({ ...o, body: [] }) },
};

const kinds = Object.fromEntries(Object.entries(calls).map(([name, { kind }]) => [name, kind]));

describe('a server that fails', () => {
  let server: Awaited<ReturnType<typeof startFaultyServer>>;
  let client: SellerClient;

  before(async () => {
    server = await startFaultyServer(kinds);
    client = createClient({ baseUrl: server.baseUrl });
  });
  after(() => server.close());

  const call = async ({ id, operation, deadlineMs }: { id: string; operation: string; deadlineMs: number }) => {
    try {
      await calls[operation]?.call(client, { headers: { 'x-call': id }, deadlineMs });
      return 'success';
    } catch (error) {
      assert.ok(error instanceof ApiError, `${id}: ${String(error)}`);
      return error.code;
    }
  };

  test('once: what may run again is sent again, everything else only after a 429', { timeout: 60_000 }, () =>
    meetEachOnce(server, call, kinds),
  );

  const title = `in random order (seed ${SEED}): nothing runs twice that must not, and every call ends in time`;
  test(title, { timeout: scaled(120_000, 600_000) }, () =>
    meetRandomly(server, call, kinds, { seed: SEED, calls: scaled(240, 4_000), atOnce: 80, deadlineMs: DEADLINE_MS }),
  );
});
