// run: without coverage

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Config, readConfig } from '../../src/config/config.ts';
import { factOf, setFact } from '../../src/db/service-fact.ts';
import { checkOf } from '../../src/notifications/keys/operator-key.ts';
import { move } from '../../src/roles/commands/move.ts';
import { openStore } from '../../src/roles/store/store.ts';
import { onEngine } from '../db/engines.ts';
import { Receiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { type Service, serviceOn as startService } from './running-service.ts';

const WAITING = 5;

onEngine('postgres', 'a moved service', (postgres) => {
  const home = mkdtempSync(join(tmpdir(), 'move-test-'));
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.start();
  });
  after(async () => {
    for (const service of services) await service.close();
    await receiver.close();
    rmSync(home, { recursive: true });
  });

  const services: Service[] = [];
  const serviceOn = async (config: Config) => {
    const service = await startService(config);
    services.push(service);
    return service;
  };
  const configOf = (settings: Record<string, string>): Config =>
    readConfig({ NOTIFY_EGRESS_ALLOW: `127.0.0.1:${receiver.port}`, PORT: '0', IDP_PORT: '0', ...settings });
  const databaseUrl = async () => (await postgres.fresh()).config.databaseUrl ?? '';
  const folder = (name: string) => join(home, name);
  const moving = async (config: Config, ...args: string[]) => {
    const lines: string[] = [];
    const code = await move(config, args, (line) => lines.push(line));
    assert.equal(code, 0);
    return lines.join('\n');
  };

  const hook = () => ({ name: 'Hook \uff21\u{1f600}', type: 'WEBHOOKS', webhookConfig: { url: receiver.url('/in') } });
  const sendTest = (service: Service, key: string) =>
    service.notify('POST', '/subscriptions/WEBHOOKS/testNotification', {}, key);
  const idIn = (answer: string, name: string) => new RegExp(`${name}"?: "?([\\w-]+)`).exec(answer)?.[1] ?? '';

  /** Everything that the seller can ask: prices, fees, destinations, the log, and requests repeated with their keys. */
  async function answersOf(service: Service): Promise<string[]> {
    const created = await service.notify('POST', '/destinations', hook(), 'create-1');
    const channelId = idIn(created, 'channelId');
    const list = await service.notify('GET', `/destinations/${channelId}/deliveries`);
    const deliveries = [...list.matchAll(/"deliveryId": ?"([\w-]+)"/g)].map(([, id]) => id);
    assert.equal(deliveries.length, WAITING + 1, list);
    return [
      created,
      list,
      await service.notify('GET', '/destinations'),
      ...(await Promise.all(deliveries.map((id) => service.notify('GET', `/deliveries/${id}`)))),
      ...(await Promise.all(Array.from({ length: WAITING + 1 }, (_, n) => sendTest(service, `test-${n}`)))),
      await service.notify('GET', `/destinations/${channelId}/deliveries`),
      ...(await service.marketAnswers()),
    ];
  }

  it('answers as before on PostgreSQL and back on SQLite, and delivers once what waited', async () => {
    const here = configOf({ DATA_DIR: folder('here') });
    const first = await serviceOn(here);
    await first.importMarket();
    const created = await first.notify('POST', '/destinations', hook(), 'create-1');
    assert.match(created, /\n200 /);
    await first.notify('POST', '/destinations', { type: 'PULL' }, 'create-2');
    const worker = await first.startWorker();
    await sendTest(first, 'test-0');
    const log = () => first.notify('GET', `/destinations/${idIn(created, 'channelId')}/deliveries?state=delivered`);
    await until('one is delivered', async () => (await log()).includes('deliveryId'));
    await worker.stop();
    for (let n = 1; n <= WAITING; n += 1) await sendTest(first, `test-${n}`);
    const answers = await answersOf(first);
    assert.ok(answers.filter((answer) => answer.includes('\n200 ')).length > 40);
    await first.close();

    const url = await databaseUrl();
    const output = await moving(here, '--to', url);
    assert.match(output, /copied offer: \d+ rows[\s\S]*compared delivery: 6 rows[\s\S]*Set DATABASE_URL to the URL of/);
    assert.match(output, /Set OPERATOR_KEY to the text in \S+operator\.key/);
    assert.ok(!output.includes('test-password'), output);
    await assert.rejects(openStore(here), /was moved to 127\.0\.0\.1:\d+\/\w+: .*Set DATABASE_URL/);

    // On another machine: nothing of the folder is there but what the operator was told to set.
    const operatorKey = readFileSync(join(folder('here'), 'operator.key'), 'utf8').trim();
    const there = configOf({ DATABASE_URL: url, DATA_DIR: folder('there'), OPERATOR_KEY: operatorKey });
    const second = await serviceOn(there);
    assert.equal(await factOf(second.db, 'operator key'), undefined);
    assert.deepEqual(await answersOf(second), answers);
    const otherWorker = await second.startWorker();
    await until('all are delivered', () => receiver.timesById().size === WAITING + 1);
    await otherWorker.stop();
    assert.deepEqual([...receiver.timesById().values()], Array(WAITING + 1).fill(1));
    const answersThere = await answersOf(second);
    await assert.rejects(move(there, ['--to', folder('back')]), /another command, uses it/);
    await second.close();

    assert.match(await moving(there, '--to', folder('back')), /There is no identity provider here/);
    await assert.rejects(openStore(there), /was moved to \S+service\.db: .*Set DATA_DIR/);
    const third = await serviceOn(configOf({ DATA_DIR: folder('back'), OPERATOR_KEY: operatorKey }));
    assert.deepEqual(await answersOf(third), answersThere);
    await third.close();
    assert.equal(receiver.arrivals().length, WAITING + 1);
  });

  it('is not moved while it runs, nor without its key; --undo opens the source again', async () => {
    const config = configOf({ DATA_DIR: folder('kept') });
    const key = join(folder('kept'), 'operator.key');
    const url = await databaseUrl();
    const service = await serviceOn(config);
    await service.notify('POST', '/destinations', hook(), 'create-1');
    const repeated = await service.notify('POST', '/destinations', hook(), 'create-1');
    await assert.rejects(move(config, ['--to', url]), /another command, uses it\. Stop it/);
    await service.close();

    renameSync(key, `${key}.away`);
    await assert.rejects(move(config, ['--to', url]), /OPERATOR_KEY must be set/);
    const wrong = configOf({ DATA_DIR: folder('kept'), OPERATOR_KEY: 'a key that this store has never seen before' });
    await assert.rejects(move(wrong, ['--to', url]), /OPERATOR_KEY is not the key/);
    renameSync(`${key}.away`, key);
    await assert.rejects(move(config, ['--undo']), /was not moved/);
    await assert.rejects(move(config, ['--to', folder('kept')]), /is in \S+ already/);
    await assert.rejects(move(configOf({ DATA_DIR: folder('none') }), ['--to', url]), /There is no store in \S+none/);

    const { status, stderr } = spawnSync(process.execPath, ['src/main.ts', 'move', '--to', 'mysql://host/db'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', DATA_DIR: folder('kept') },
    });
    assert.deepEqual(
      [status, stderr.split('\n')[0]],
      [2, '--to and --provider-to take a URL of PostgreSQL, or a folder.'],
    );

    // A key that an earlier version stored in PostgreSQL goes into the file of the new store.
    const older = configOf({ DATABASE_URL: await databaseUrl(), DATA_DIR: folder('older') });
    const db = await openStore(older);
    await setFact(db, 'operator key', 'generated by an earlier version, and long enough');
    await setFact(db, 'operator key check', checkOf('generated by an earlier version, and long enough'));
    await db.close();
    await moving(older, '--to', folder('newer'));
    assert.equal(
      readFileSync(join(folder('newer'), 'operator.key'), 'utf8'),
      'generated by an earlier version, and long enough\n',
    );

    // Into another folder, a generated key goes along.
    await moving(config, '--to', folder('copy'));
    assert.equal(readFileSync(join(folder('copy'), 'operator.key'), 'utf8'), readFileSync(key, 'utf8'));
    for (const name of ['operator.key', 'service.db'])
      assert.equal(statSync(join(folder('copy'), name)).mode & 0o777, 0o600);
    assert.match(await moving(config, '--undo'), /Never start the service on \S+copy/);
    const again = await serviceOn(config);
    assert.equal(await again.notify('POST', '/destinations', hook(), 'create-1'), repeated);
    await again.close();
  });
});
