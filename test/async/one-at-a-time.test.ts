import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OneAtATime } from '../../src/async/one-at-a-time.ts';

describe('one at a time', () => {
  it('runs the work of an owner in its order, and that of others beside it', async () => {
    const turns = new OneAtATime();
    const begun: string[] = [];
    const held = Promise.withResolvers<void>();
    const work = (name: string, until?: Promise<void>) => async () => {
      begun.push(name);
      await until;
      return name;
    };
    const results = Promise.all([
      turns.take('a', work('a1', held.promise)),
      turns.take('a', work('a2')),
      turns.take('b', work('b1')),
      turns.take('a', work('a3')),
    ]);
    await nextTurn();
    assert.deepEqual(begun, ['a1', 'b1']);
    held.resolve();
    assert.deepEqual(await results, ['a1', 'a2', 'b1', 'a3']);
    assert.deepEqual(begun, ['a1', 'b1', 'a2', 'a3']);
  });

  it('goes on after a failure, which only its caller gets', async () => {
    const turns = new OneAtATime();
    const results = await Promise.allSettled([
      turns.take('a', async () => {
        throw new Error('down');
      }),
      turns.take('a', async () => 'next'),
    ]);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
      ['Error: down', 'next'],
    );
  });
});
