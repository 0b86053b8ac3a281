import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { migrations } from '../../src/migrations/list.ts';
import { OperatorKey, operatorKeyOf } from '../../src/notifications/operator-key.ts';
import { withEngines } from '../db/engines.ts';

const CONFIGURED = 'the key that the operator has set, long enough';

withEngines('the operator key', (engine) => {
  const store = async () => {
    const db = await (await engine.fresh()).open();
    await migrate(db, migrations);
    return db;
  };

  test('is generated when none is configured, and is the same at every start and in every process', async () => {
    const db = await store();
    const keys = await Promise.all(Array.from({ length: 4 }, () => operatorKeyOf(db, undefined)));
    const again = await operatorKeyOf(db, undefined);
    const secrets = new Set([...keys, again].map((key) => key.webhookSecret('ch_1', 1)));
    assert.equal(secrets.size, 1);
  });

  test('must be configured again once it was, with the same value', async () => {
    const db = await store();
    const key = await operatorKeyOf(db, CONFIGURED);
    assert.equal(key.webhookSecret('ch_1', 1), new OperatorKey(CONFIGURED).webhookSecret('ch_1', 1));
    await operatorKeyOf(db, CONFIGURED);
    await assert.rejects(operatorKeyOf(db, undefined), /OPERATOR_KEY must be set/);
    await assert.rejects(operatorKeyOf(db, `${CONFIGURED}!`), /OPERATOR_KEY is not the key/);
    // A configured key is not stored.
    const facts = await db.all<{ value: string }>('SELECT value FROM service_fact');
    assert.ok(facts.length > 0 && facts.every(({ value }) => !value.includes(CONFIGURED)));
  });

  test('cannot replace a generated key', async () => {
    const db = await store();
    await operatorKeyOf(db, undefined);
    await assert.rejects(operatorKeyOf(db, CONFIGURED), /OPERATOR_KEY is not the key/);
  });
});

test('a sealed text opens only with the same key and the same context', () => {
  const key = new OperatorKey(CONFIGURED);
  const sealed = key.seal('{"url":"https://hooks.example.com/?token=é"}', 'ch_1');
  assert.equal(key.open(sealed, 'ch_1'), '{"url":"https://hooks.example.com/?token=é"}');
  assert.notEqual(sealed, key.seal('{"url":"https://hooks.example.com/?token=é"}', 'ch_1'));
  assert.throws(() => key.open(sealed, 'ch_2'));
  assert.throws(() => new OperatorKey(`${CONFIGURED}!`).open(sealed, 'ch_1'));
  assert.throws(() => key.open(`${sealed.slice(0, -4)}AAAA`, 'ch_1'));
});

test('signing secrets differ by destination and version, and have 32 bytes', () => {
  const key = new OperatorKey(CONFIGURED);
  const secrets = [key.webhookSecret('ch_1', 1), key.webhookSecret('ch_1', 2), key.webhookSecret('ch_2', 1)];
  assert.equal(new Set(secrets).size, 3);
  for (const secret of secrets) assert.equal(Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length, 32);
});
