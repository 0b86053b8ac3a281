import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { takeBackup } from '../../src/backup/backup.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import { openDb } from '../../src/db/open.ts';
import { emptyLog, overwritePages, pagesOf } from '../db/damaged-file.ts';
import { printFigures } from '../faults/figures.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { rounds } from '../harness/scale.ts';
import { until } from '../harness/until.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const offers = '/products/pricing/v4/listings/DEMO-SKU-1/offers?MarketplaceId=STORE_US&ItemCondition=New';

describe('backups, damage and missing stores of a real service', () => {
  const home = mkdtempSync(join(tmpdir(), 'damaged-store-test-'));
  const dataDir = join(home, 'data');
  const backups: string[] = [];
  let service: ServiceProcess;
  let base: string;
  let headers: Record<string, string>;

  before(async () => {
    service = startService({ DATA_DIR: dataDir });
    base = await service.address();
    const client = { ...form, authorization: `Basic ${btoa('demoseller:demosellersecret')}` };
    const body = 'grant_type=client_credentials';
    const answer = await fetch(`${base}/auth/v4/token`, { method: 'POST', headers: client, body });
    const { access_token } = (await answer.json()) as { access_token: string };
    headers = { authorization: `Bearer ${access_token}` };
  });
  after(async () => {
    await service.end();
    rmSync(home, { recursive: true });
  });

  const refusedStart = async (): Promise<string> => {
    const refused = startService({ DATA_DIR: dataDir });
    const started = refused.address().then(
      () => 'it started',
      () => refused.ended(),
    );
    const outcome = await Promise.race([refused.ended(), started]);
    await refused.end();
    assert.equal(outcome, 1, refused.stderr);
    assert.doesNotMatch(refused.stderr, /^\s+at /m);
    return refused.stderr;
  };

  test('a backup under load holds everything that was acknowledged before it began', async (t) => {
    let [attempted, copied, lost] = [0, 0, 0];
    const acknowledged: string[] = [];
    let isStopped = false;
    const write = async () => {
      while (!isStopped) {
        const path = '/notifications/v4/subscriptions/PULL/testNotification';
        attempted += 1;
        const answer = await fetch(`${base}${path}`, { method: 'POST', headers });
        assert.equal(answer.status, 200, await answer.text());
        acknowledged.push(answer.headers.get('x-notification-id') ?? '');
      }
    };
    const writers = Array.from({ length: 4 }, write);
    try {
      for (const round of rounds(1, 16)) {
        const count = acknowledged.length;
        await until('there is more to copy', () => acknowledged.length > count + 5);
        const before = [...acknowledged];
        const folder = join(home, `backup-${round}`);
        await takeBackup(dataDir, folder);
        backups.push(folder);
        const copy = join(home, `copy-${round}`);
        await restoreBackup(folder, copy);
        const db = await openDb({ file: join(copy, 'service.db') });
        const rows = await db.all<{ id: string }>('SELECT notification_id AS id FROM delivery');
        const found = new Set(rows.map(({ id }) => id));
        lost += before.filter((id) => !found.has(id)).length;
        assert.equal(lost, 0, `copy ${round}`);
        copied += before.length;
        await db.close();
        const provider = await openDb({ file: join(copy, 'idp.db') });
        assert.ok(await provider.get("SELECT 1 FROM idp_client WHERE id = 'demoseller'"));
        await provider.close();
      }
    } finally {
      isStopped = true;
    }
    await Promise.all(writers);
    t.diagnostic(`${backups.length} copies under load hold ${copied} of ${copied} things acknowledged before them`);
    printFigures(t, { attempted, acknowledged: acknowledged.length, lost, repeated: 0, unanswered: 0 });
    await assert.rejects(restoreBackup(backups[0] as string, dataDir), /Stop it, then restore again/);
  });

  test('damaged pages are a 500 of the requests that need them, and the process goes on', async () => {
    const file = join(dataDir, 'service.db');
    emptyLog(file);
    overwritePages(file, 2, pagesOf(file));
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${base}${offers}`, { headers })));
    for (const answer of answers) {
      assert.equal(answer.status, 500);
      assert.match(await answer.text(), /InternalFailure/);
    }
    assert.equal((await fetch(`${base}/health/live`)).status, 200);
    assert.match(await (await fetch(`${base}/health/ready`)).text(), /stored data is damaged/);
    assert.deepEqual([service.child.exitCode, service.stderr], [null, '']);
    await until('the reason is logged', () => /service\.db is damaged.*SQLITE_CORRUPT/.test(service.stdout));
    service.signal('SIGTERM');
    await service.ended();
  });

  test('a start on damaged pages prints the reason and the remedy, and no stack', async () => {
    assert.match(await refusedStart(), /^\S+service\.db is damaged.*npm run restore -- DIR\n$/);
  });

  test('a restore in which the process died is noticed at the next start', async () => {
    const marker = join(dataDir, 'restore-unfinished');
    mkdirSync(marker);
    assert.match(await refusedStart(), /^A restore of \S+ was interrupted\. .*npm run restore -- DIR\n$/);
    rmdirSync(marker);
  });

  test('one store that is missing or empty beside the other one is noticed at the next start', async () => {
    await restoreBackup(backups[0] as string, dataDir);
    truncateSync(join(dataDir, 'service.db'));
    assert.match(
      await refusedStart(),
      /^service\.db in \S+ is missing or empty, but idp\.db .*npm run restore -- DIR\n/,
    );
    await restoreBackup(backups[0] as string, dataDir);
    rmSync(join(dataDir, 'idp.db'));
    assert.match(
      await refusedStart(),
      /^idp\.db in \S+ is missing or empty, but service\.db .*npm run restore -- DIR\n/,
    );
    assert.ok(!existsSync(join(dataDir, 'idp.db')), 'nothing was created');
    mkdirSync(join(dataDir, 'idp.db'));
    assert.match(await refusedStart(), /^\S+idp\.db cannot be read or copied: .*\n$/);
  });
});
