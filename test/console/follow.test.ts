// run: without coverage

import assert from 'node:assert/strict';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import type { Follower } from '../../console/live/follow.ts';
import type { createClient } from '../../sdk/src/create-client.ts';
import { type EventsApp, openEvents } from '../contract/events/events-app.ts';
import { onEngine } from '../db/engines.ts';

type Console = {
  follow: (follower: Follower, signal: AbortSignal) => Promise<void>;
  createClient: typeof createClient;
};

/** As browsers get it: with the SDK under its name as a package. */
async function bundled(): Promise<Console> {
  const contents = `export { follow } from './console/live/follow.ts'; export { createClient } from 'marketplace-seller-sdk';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    alias: { 'marketplace-seller-sdk': './sdk/src/index.ts' },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const [file] = outputFiles;
  return import(`data:text/javascript,${encodeURIComponent(file?.text ?? '')}`);
}

onEngine('sqlite', 'the console follows events', (engine) => {
  const seller = 'A1FOLLOWED';
  let api: EventsApp;
  let console: Console;
  let baseUrl: string;
  before(async () => {
    [api, console] = await Promise.all([openEvents(engine), bundled()]);
    baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
    await api.publish(seller, 2);
  });
  after(() => api.close());

  const openPorts = () => process.getActiveResourcesInfo().filter((kind) => /message/i.test(kind)).length;

  test('a lost connection leaves nothing behind, and no event is missed', async (t) => {
    const stop = new AbortController();
    t.after(() => stop.abort());
    const changes = new EventEmitter();
    const sequences: string[] = [];
    const portsBefore = openPorts();
    /** What is there while it waits for the next event. */
    const held = () => ({
      listeners: getEventListeners(stop.signal, 'abort').length,
      ports: openPorts() - portsBefore,
    });
    const follower: Follower = {
      client: console.createClient({ baseUrl, credentials: () => `for.${seller}`, maxAttempts: 1 }),
      after: 0,
      onEvents: (events) => {
        sequences.push(...events.map(({ sequence }) => sequence));
        changes.emit('events', held());
      },
      onConnected: () => undefined,
      onLost: () => changes.emit('lost'),
    };
    const first = once(changes, 'events');
    const following = console.follow(follower, stop.signal);
    const [atFirst] = await first;
    const lost = once(changes, 'lost');
    api.app.server.closeAllConnections();
    await lost;
    const again = once(changes, 'events');
    await api.publish(seller, 1);
    const [afterwards] = await again;
    assert.deepEqual(sequences, ['1', '2', '3']);
    assert.deepEqual(atFirst, { listeners: 1, ports: 1 });
    assert.deepEqual(afterwards, atFirst);
    stop.abort();
    await following;
    // A port is closed some turns of the event loop later.
    for (let turn = 0; turn < 100 && held().ports > 0; turn += 1) await new Promise(setImmediate);
    assert.deepEqual(held(), { listeners: 0, ports: 0 });
  });
});
