import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { factOf, keepFact } from '../../src/db/service-fact.ts';
import { migrations } from '../../src/migrations/list.ts';
import { checkOf, OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { operatorKeyOf } from '../../src/notifications/keys/operator-key-source.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';

const CONFIGURED = 'the key that the operator has set, long enough';
/** A key as earlier versions generated it, and stored it in the store. */
const STORED = 'Zm9ydHktdGhyZWUgY2hhcmFjdGVycyBvZiBiYXNlNjQ';

const home = mkdtempSync(join(tmpdir(), 'operator-key-'));
after(() => rmSync(home, { recursive: true }));
let folders = 0;
const newFile = () => {
  folders += 1;
  return join(home, `data-${folders}`, 'operator.key');
};
const from = (file: string, configured?: string) => ({ file, configured, mayGenerate: true });

/** A store of an earlier version, with the key in it. */
async function storeKeyInside(db: Db): Promise<void> {
  await keepFact(db, 'operator key', STORED);
  await keepFact(db, 'operator key check', checkOf(STORED));
}

withEngines('the operator key', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  const store = async () => {
    const db = await (await engine.migrated()).open();
    return db;
  };

  test('is generated when none is configured, and is the same at every start and in every process', async () => {
    const db = await store();
    const file = newFile();
    const keys = await Promise.all(Array.from({ length: 4 }, () => operatorKeyOf(db, from(file))));
    const again = await operatorKeyOf(db, from(file));
    const secrets = new Set([...keys, again].map((key) => key.webhookSecret('ch_1', 1)));
    assert.equal(secrets.size, 1);
  });

  once('is in a file that only its owner may read, never in the store that it encrypts', async () => {
    const db = await store();
    const file = newFile();
    await operatorKeyOf(db, from(file));
    const key = readFileSync(file, 'utf8').trim();
    assert.match(key, /^[\w-]{43}$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(file, '..')), ['operator.key']);
    const facts = await db.all<{ value: string }>('SELECT value FROM service_fact');
    assert.ok(facts.length > 0 && facts.every(({ value }) => !value.includes(key)));
    chmodSync(file, 0o644);
    const warnings: string[] = [];
    const start = () => operatorKeyOf(db, { ...from(file), warn: (text) => void warnings.push(text) });
    await start();
    assert.equal(statSync(file).mode & 0o777, 0o600);
    // Whoever could read it may have done so: that is no secret of the service.
    await start();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /operator\.key could be read by other users .*mode 0644/);
    assert.ok(!warnings[0]?.includes(key));
  });

  once('must be configured again once it was, with the same value', async () => {
    const db = await store();
    const file = newFile();
    const key = await operatorKeyOf(db, from(file, CONFIGURED));
    assert.equal(key.webhookSecret('ch_1', 1), new OperatorKey(CONFIGURED).webhookSecret('ch_1', 1));
    await operatorKeyOf(db, from(file, CONFIGURED));
    await assert.rejects(operatorKeyOf(db, from(file)), /OPERATOR_KEY must be set/);
    await assert.rejects(operatorKeyOf(db, from(file, `${CONFIGURED}!`)), /OPERATOR_KEY is not the key/);
    // A configured key is not stored.
    assert.ok(!existsSync(file));
    const facts = await db.all<{ value: string }>('SELECT value FROM service_fact');
    assert.ok(facts.length > 0 && facts.every(({ value }) => !value.includes(CONFIGURED)));
  });

  once('that can be guessed is refused by a new store, and warned of by a store that has it', async () => {
    const db = await store();
    const file = newFile();
    const placeholder = 'at least 32 random characters: openssl rand -base64 33';
    const warnings: string[] = [];
    const start = () => operatorKeyOf(db, { ...from(file, placeholder), warn: (text) => void warnings.push(text) });
    await assert.rejects(
      start(),
      /^Error: OPERATOR_KEY can be guessed: .* Generate one with: openssl rand -base64 32$/,
    );
    assert.equal(await factOf(db, 'operator key check'), undefined, 'the store stays new');
    assert.deepEqual(warnings, []);
    await keepFact(db, 'operator key check', checkOf(placeholder));
    await start();
    assert.match(warnings.join('\n'), /^OPERATOR_KEY can be guessed: it has the words of a placeholder\. [^\n]+$/);
    assert.ok(!warnings.join().includes(placeholder));
  });

  once(
    'that can be guessed and is not the key of the store is told as the wrong key, without another warning',
    async () => {
      const db = await store();
      const file = newFile();
      await operatorKeyOf(db, from(file));
      const warnings: string[] = [];
      const sources = {
        ...from(file, 'change me, change me, change me, change me'),
        warn: (text: string) => void warnings.push(text),
      };
      await assert.rejects(operatorKeyOf(db, sources), /^Error: OPERATOR_KEY is not the key/);
      assert.deepEqual(warnings, []);
    },
  );

  once('cannot replace a generated key, and says where that is', async () => {
    const db = await store();
    const file = newFile();
    await operatorKeyOf(db, from(file));
    const start = () => operatorKeyOf(db, from(file, CONFIGURED));
    await assert.rejects(
      start(),
      /OPERATOR_KEY is not the key.* The first key is in \S+operator\.key: set OPERATOR_KEY to/,
    );
    for (const content of [STORED, 'short']) {
      writeFileSync(file, content);
      await assert.rejects(start(), /OPERATOR_KEY is not the key.* Set OPERATOR_KEY to the first key again\.$/);
    }
  });

  test('of a store whose key file is lost, cut off or of another store stops the start', async () => {
    const db = await store();
    const file = newFile();
    await operatorKeyOf(db, from(file));
    writeFileSync(file, `${STORED}\n`);
    await assert.rejects(operatorKeyOf(db, from(file)), /operator\.key is not the key/);
    writeFileSync(file, '');
    await assert.rejects(operatorKeyOf(db, from(file)), /operator\.key holds no operator key/);
    rmSync(file);
    await assert.rejects(operatorKeyOf(db, from(file)), /OPERATOR_KEY must be set.*operator\.key/);
    assert.ok(!existsSync(file));
  });

  once('must be configured where none may be generated', async () => {
    const db = await store();
    const file = newFile();
    await assert.rejects(operatorKeyOf(db, { ...from(file), mayGenerate: false }), /OPERATOR_KEY must be set/);
    assert.ok(!existsSync(file));
    await operatorKeyOf(db, { ...from(file, CONFIGURED), mayGenerate: false });
  });

  once('that an earlier version stored inside leaves the store when the same key is configured', async () => {
    const db = await store();
    await storeKeyInside(db);
    const key = await operatorKeyOf(db, from(newFile(), STORED));
    assert.equal(key.webhookSecret('ch_1', 1), new OperatorKey(STORED).webhookSecret('ch_1', 1));
    assert.equal(await factOf(db, 'operator key'), undefined);
  });

  once('that an earlier version stored inside stays there when another one is configured', async () => {
    const db = await store();
    await storeKeyInside(db);
    await assert.rejects(operatorKeyOf(db, from(newFile(), CONFIGURED)), /OPERATOR_KEY is not the key/);
    assert.equal(await factOf(db, 'operator key'), STORED);
  });
});

test('the key that an earlier version stored in an embedded store moves into the file, and no byte of it stays', async () => {
  const file = newFile();
  const database = join(file, '..', 'service.db');
  const open = () => openDb({ file: database });
  const db = await open();
  await migrate(db, migrations);
  await storeKeyInside(db);
  await db.close();
  assert.ok(readFileSync(database).includes(STORED));
  const next = await open();
  const key = await operatorKeyOf(next, from(file));
  assert.equal(key.webhookSecret('ch_1', 1), new OperatorKey(STORED).webhookSecret('ch_1', 1));
  assert.equal(readFileSync(file, 'utf8'), `${STORED}\n`);
  await next.close();
  assert.ok(!readFileSync(database).includes(STORED.slice(0, 12)));
});

test('a start that died between the file and the store is completed by the next one', async () => {
  const file = newFile();
  const db = await openDb({ file: join(file, '..', 'service.db') });
  await migrate(db, migrations);
  await storeKeyInside(db);
  writeFileSync(file, `${STORED}\n`);
  const key = await operatorKeyOf(db, from(file));
  assert.equal(key.webhookSecret('ch_1', 1), new OperatorKey(STORED).webhookSecret('ch_1', 1));
  assert.equal(await factOf(db, 'operator key'), undefined);
  await db.close();
});

test('the key file of another store does not replace the key inside', async () => {
  const file = newFile();
  const db = await openDb({ file: join(file, '..', 'service.db') });
  await migrate(db, migrations);
  await storeKeyInside(db);
  writeFileSync(file, `${CONFIGURED}\n`);
  await assert.rejects(operatorKeyOf(db, from(file)), /operator\.key is not the key/);
  assert.equal(await factOf(db, 'operator key'), STORED);
  await db.close();
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
