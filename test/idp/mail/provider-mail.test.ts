import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../../src/db/db.ts';
import { insertAccount } from '../../../src/idp/accounts.ts';
import { queueMail } from '../../../src/idp/mail/mail-queue.ts';
import { startProviderMail } from '../../../src/idp/mail/provider-mail.ts';
import { configuredTransport } from '../../../src/mail/configured-transport.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { mailServer, smtpError } from '../../delivery/mail-server.ts';
import { until } from '../../harness/until.ts';
import { collectedLog, freshDb } from '../harness.ts';

const from = 'accounts@store.example';
const DAY_MS = 86_400_000;

async function queueOf(db: Db): Promise<{ kind: string; attempts: number; due_at: number }[]> {
  return db.all('SELECT kind, attempts, due_at FROM idp_mail');
}

withEnginesInTorture("the provider's e-mails", (engine) => {
  const stops: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  async function withSender(smtpUrl: string | undefined, now = () => 1_000_000, dataDir = '/nonexistent') {
    const db = await freshDb(engine);
    await insertAccount(db, {
      ...{ id: 'a1', email: 'ann@store.example', passwordHash: 'x', sellerId: 'S1', createdAt: 1 },
    });
    const { log, text } = collectedLog();
    const transport = configuredTransport({ smtpUrl, from, dataDir, timeoutMs: 2_000, now });
    const start = () => {
      const mail = startProviderMail({
        ...{ db, log, now, transport, from, issuer: 'https://id.store.example/idp' },
        brand: { name: 'Store', color: '#4453c9' },
      });
      stops.push(() => mail.stop());
      return mail;
    };
    stops.push(() => db.close());
    return { db, start, logged: text };
  }

  it('sends a reset link whose token is stored as a digest only', async () => {
    const server = await mailServer();
    stops.push(server.close);
    const { db, start, logged } = await withSender(`smtp://127.0.0.1:${server.port}`);
    const mail = start();
    await db.transaction((tx) => queueMail(tx, { kind: 'password reset', address: 'Ann@store.example' }, 1_000_000));
    mail.wake();
    await until(async () => server.received.length === 1 && (await queueOf(db)).length === 0);
    const [{ to, raw } = { to: [], raw: '' }] = server.received;
    assert.deepEqual(to, ['ann@store.example']);
    const text = raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [, token = ''] = /https:\/\/id\.store\.example\/idp\/reset\?token=([\w-]{43})/.exec(text) ?? [];
    assert.equal(token.length, 43);
    assert.ok(!JSON.stringify(await db.all('SELECT * FROM idp_link')).includes(token));
    assert.ok(!logged().includes(token) && !logged().includes('ann@'), logged());
  });

  it('sends nothing to an address without an account, or whose account is disabled, and removes the request', async () => {
    const server = await mailServer();
    stops.push(server.close);
    const { db, start } = await withSender(`smtp://127.0.0.1:${server.port}`);
    await db.run('UPDATE idp_account SET disabled_at = 5');
    for (const address of ['nobody@store.example', 'ann@store.example'])
      await queueMail(db, { kind: 'password reset', address }, 1_000_000);
    start();
    await until(async () => (await queueOf(db)).length === 0);
    assert.equal(server.received.length, 0);
    assert.deepEqual(await db.all('SELECT id FROM idp_link'), []);
  });

  it('tries again later, and gives up after a day with a line in the log', async () => {
    let nowMs = 1_000_000;
    const server = await mailServer({ onMailFrom: (_address, _session, done) => done(smtpError(451, 'later')) });
    stops.push(server.close);
    const { db, start, logged } = await withSender(`smtp://127.0.0.1:${server.port}`, () => nowMs);
    await queueMail(db, { kind: 'password changed', accountId: 'a1', facts: { atMs: nowMs } }, nowMs);
    const mail = start();
    await until(async () => (await queueOf(db))[0]?.due_at === nowMs + 30_000);
    nowMs += 30_000;
    mail.wake();
    await until(async () => (await queueOf(db))[0]?.due_at === nowMs + 60_000);
    nowMs += DAY_MS;
    mail.wake();
    await until(async () => (await queueOf(db)).length === 0);
    assert.match(logged(), /given up after a day/);
  });

  it('sends a message again that a process which died had taken, and no other process sends it meanwhile', async () => {
    let nowMs = 1_000_000;
    const server = await mailServer();
    stops.push(server.close);
    const { db, start } = await withSender(`smtp://127.0.0.1:${server.port}`, () => nowMs);
    await queueMail(db, { kind: 'password changed', accountId: 'a1' }, nowMs);
    // What the dead process did last.
    await db.run('UPDATE idp_mail SET due_at = due_at + 300000, attempts = 1');
    const [one, other] = [start(), start()];
    await wait(50);
    assert.equal(server.received.length, 0);
    nowMs += 300_000;
    one.wake();
    other.wake();
    await until(async () => (await queueOf(db)).length === 0);
    await wait(50);
    assert.equal(server.received.length, 1);
  });
});

describe('the outbox of the provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-outbox-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has each message as a file, when there is no mail server', async () => {
    const transport = configuredTransport({
      smtpUrl: undefined,
      from,
      dataDir: folder,
      timeoutMs: 1_000,
      now: () => 0,
    });
    const outcome = await transport.send({
      from,
      to: 'ann@store.example',
      subject: 'Hello',
      messageId: '<ab@c>',
      text: 'x',
    });
    assert.equal(outcome.result, 'stored');
    const files = readdirSync(join(folder, 'outbox'));
    assert.deepEqual(files, ['19700101T000000000Z-ab.eml']);
    assert.match(readFileSync(join(folder, 'outbox', files[0] ?? ''), 'utf8'), /Subject: Hello/);
  });
});
