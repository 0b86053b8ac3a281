import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { UpstreamQueue } from '../../src/identity/upstream-queue.ts';

describe('requests that wait for the provider', () => {
  type Item = { name: string; hasFailed: boolean };
  let queue: UpstreamQueue<Item>;
  beforeEach(() => {
    queue = new UpstreamQueue();
  });
  const push = (name: string, address?: string) => queue.push({ name, hasFailed: false }, address)?.name;
  /** Those that get a connection now. */
  const taken = () => {
    const names: string[] = [];
    const releases: (() => void)[] = [];
    for (let next = queue.take(); next; next = queue.take()) {
      names.push(next.item.name);
      releases.push(next.release);
    }
    return { names, releases };
  };

  test('of one address have 32 connections, of all addresses 40; the service itself always finds one, up to 50', () => {
    for (let n = 0; n < 100; n += 1) push(`flood-${n}`, 'flood');
    assert.equal(taken().names.length, 32);
    push('honest', 'honest');
    assert.deepEqual(taken().names, ['honest']);
    for (let n = 0; n < 100; n += 1) push(`other-${n}`, `address-${n}`);
    assert.equal(taken().names.length, 7);
    for (let n = 0; n < 20; n += 1) push(`own-${n}`);
    assert.equal(taken().names.length, 10);
  });

  test('take turns by address; the service itself comes first', () => {
    for (const address of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) push(address, address);
    push('own');
    assert.deepEqual(taken().names, ['own', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  test('fail when there are too many: the newest of the address that has the most, not those of others', () => {
    for (let n = 0; n < 1_000; n += 1) assert.equal(push(`flood-${n}`, 'flood'), undefined);
    assert.equal(push('one-too-many', 'flood'), 'one-too-many');
    assert.equal(push('honest', 'honest'), 'flood-999');
    assert.equal(push('own'), undefined);
    assert.deepEqual(taken().names.slice(0, 3), ['own', 'flood-998', 'honest']);
  });

  test('leave nothing behind', () => {
    const items = Array.from({ length: 200 }, (_, n) => ({ name: `late-${n}`, hasFailed: false }));
    for (const [n, item] of items.entries()) queue.push(item, `address-${n % 5}`);
    const { releases } = taken();
    for (const item of items) item.hasFailed = true;
    for (let n = 0; n < 5; n += 1) queue.removeFailed(`address-${n}`);
    assert.equal(queue.pending, releases.length);
    for (const release of releases) release();
    assert.equal(queue.pending, 0);
    assert.equal(queue.take(), undefined);
  });
});
