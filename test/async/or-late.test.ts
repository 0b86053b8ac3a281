import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orLate } from '../../src/async/or-late.ts';

describe('orLate', () => {
  it('returns the result that comes in time, and rejects with its error', async () => {
    assert.equal(await orLate(Promise.resolve('in time'), 1_000, 'late'), 'in time');
    await assert.rejects(orLate(Promise.reject(new Error('failed')), 1_000, 'late'), /failed/);
  });

  it('returns the other value after the time, whatever comes later', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    assert.equal(await orLate(promise, 1, 'late'), 'late');
    resolve('too late');
  });
});
