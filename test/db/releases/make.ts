import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { ServiceProcess } from '../../harness/process.ts';
import { answersFrom, tokenOf } from './answers.ts';

/**
 * Makes the fixture of `test/db/released-stores.test.ts` after a release: the stores of a service that has run for a while, its
 * answers, and the rows of its tables. `node test/db/releases/make.ts FOLDER`; FOLDER holds the released code with its
 * node_modules.
 */
async function make(released: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(released, 'package.json'), 'utf8')) as { version: string };
  const target = new URL(`${version}/`, import.meta.url);
  mkdirSync(target, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'released-'));
  const main = join(released, 'src/main.ts');
  const service = new ServiceProcess(process.execPath, [main, 'all'], { DATA_DIR: dataDir });
  try {
    const base = await service.address();
    await use(base);
    const answers = JSON.stringify(await answersFrom(base), null, 1);
    writeFileSync(new URL('answers.json.gz', target), gzipSync(answers, { level: 9 }));
    service.signal('SIGTERM');
    await service.ended();
    const rows: Record<string, number> = {};
    for (const name of ['service.db', 'idp.db']) Object.assign(rows, pack(join(dataDir, name), name, target));
    copyFileSync(join(dataDir, 'operator.key'), new URL('operator.key', target));
    writeFileSync(new URL('rows.json', target), `${JSON.stringify(rows, null, 1)}\n`);
  } finally {
    await service.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends notifications of each kind, and makes destinations and a client beside those of the demo. */
async function use(base: string): Promise<void> {
  const post = async (path: string, client: string | undefined, body: unknown, more: Record<string, string> = {}) => {
    const headers: Record<string, string> = { 'content-type': 'application/json', ...more };
    if (client) headers.authorization = `Bearer ${await tokenOf(base, client)}`;
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const destinations = '/notifications/v4/destinations';
  const queue = await post(
    destinations,
    'demorival',
    { type: 'PULL', name: 'Queue' },
    { 'idempotency-key': 'release' },
  );
  // Nobody listens there: its delivery waits for its second attempt.
  await post(destinations, 'demorival', { name: 'Dead', webhookConfig: { url: 'http://127.0.0.1:9/dead' } });
  const test = (type: string) => `/notifications/v4/subscriptions/${type}/testNotification`;
  const wait = { prefer: 'wait=10' };
  for (const type of ['WEBHOOKS', 'EMAIL', 'SMS', 'PULL']) await post(test(type), 'demoseller', {}, wait);
  for (const type of ['WEBHOOKS', 'PULL']) await post(test(type), 'demorival', {});
  // Its receipt handle is still valid after the upgrade.
  await post(`${destinations}/${queue.channelId}/receive`, 'demorival', { visibilityTimeoutSeconds: 43_200 });
  await post('/auth/v4/register', undefined, { redirect_uris: ['https://app.example/callback'], client_name: 'App' });
}

/** Compresses a store into the folder, and counts its rows by table. */
function pack(file: string, name: string, target: URL): Record<string, number> {
  const store = new DatabaseSync(file);
  store.exec('PRAGMA journal_mode = DELETE; VACUUM');
  const tables = store
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const rows = tables.map(({ name: table }) => [
    `${name} ${table}`,
    Number(store.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
  ]);
  store.close();
  writeFileSync(new URL(`${name}.gz`, target), gzipSync(readFileSync(file), { level: 9 }));
  return Object.fromEntries(rows);
}

await make(process.argv[2] ?? '.');
