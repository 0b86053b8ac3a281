import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { vapidKeysOf } from '../../src/notifications/keys/vapid-keys.ts';
import { withEngines } from '../db/engines.ts';

withEngines('the keys for push services', (engine) => {
  test('are generated once, for all processes that start at once, and stored encrypted', async () => {
    const db = await (await engine.migrated()).open();
    const key = new OperatorKey('a key that nobody knows, and that is long enough');
    const generated = await Promise.all(Array.from({ length: 4 }, () => vapidKeysOf(db, key)));
    const again = await vapidKeysOf(db, key);
    for (const one of generated) assert.deepEqual(one, again);

    const { publicKey, privateKey } = again;
    assert.equal(Buffer.from(privateKey, 'base64url').length, 32);
    const point = Buffer.from(publicKey, 'base64url');
    assert.deepEqual([point.length, point[0]], [65, 4]);
    const half = (from: number, to: number) => point.subarray(from, to).toString('base64url');
    // Throws when the key is not a point of the curve.
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: half(1, 33), y: half(33, 65) }, format: 'jwk' });

    const facts = await db.all<{ value: string }>('SELECT value FROM service_fact');
    assert.ok(facts.length > 0 && facts.every(({ value }) => !value.includes(privateKey)));
    await assert.rejects(vapidKeysOf(db, new OperatorKey('another key that nobody knows, long enough')));
  });
});
