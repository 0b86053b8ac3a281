// run: without coverage

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/db.ts';
import { factOf } from '../../src/db/service-fact.ts';
import { tablesOf } from '../../src/db/sqlite/schema.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { startIdp } from '../../src/idp/start.ts';
import { createLog } from '../../src/log/log.ts';
import { move } from '../../src/roles/commands/move.ts';
import { openProviderStore } from '../../src/roles/store/provider-store.ts';
import { openStore } from '../../src/roles/store/store.ts';
import { startProcess } from '../db/child-process.ts';
import { onEngine } from '../db/engines.ts';
import { connected, refresh } from '../idp/delegated.ts';
import { introspect, serviceClient, startTestIdp } from '../idp/harness.ts';

onEngine('postgres', 'the data of the embedded provider', (postgres) => {
  const home = mkdtempSync(join(tmpdir(), 'move-provider-'));
  after(() => rmSync(home, { recursive: true }));
  const folder = (name: string) => join(home, name);
  const configOf = (settings: Record<string, string>): Config => readConfig({ PORT: '0', IDP_PORT: '0', ...settings });
  const databaseUrl = async () => (await postgres.fresh()).config.databaseUrl ?? '';
  const moving = async (config: Config, ...args: string[]) => {
    const lines: string[] = [];
    assert.equal(await move(config, args, (line) => lines.push(line)), 0);
    return lines.join('\n');
  };
  const inStore = async <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> => {
    const db = await openProviderStore(config);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const countsOf = (config: Config) =>
    inStore(config, async (db) => {
      const counts: Record<string, number> = {};
      for (const { name } of tablesOf(idpMigrations))
        counts[name] = (await db.get<{ n: number }>(`SELECT count(*) AS n FROM ${name}`))?.n ?? 0;
      return counts;
    });

  /** Both stores in one folder, in which a seller has connected an application. */
  async function used(name: string) {
    const config = configOf({ DATA_DIR: folder(name) });
    await (await openStore(config)).close();
    const { application, tokens, port } = await inStore(config, async (db) => {
      const idp = await startTestIdp(db);
      const made = await connected(idp);
      await idp.close();
      return { ...made, port: Number(new URL(idp.issuer).port) };
    });
    let refreshToken = tokens.refresh_token ?? '';
    /** What the application and the service see when the provider runs on these settings. */
    const isConnected = (there: Config) =>
      inStore(there, async (db) => {
        const options = { db, host: '127.0.0.1', port, serviceClient, demo: true, log: createLog('silent') };
        const idp = await startIdp(options);
        const { active } = await introspect(idp, tokens.access_token);
        const next = await refresh(application, refreshToken).catch(() => undefined);
        refreshToken = next?.refresh_token ?? refreshToken;
        await idp.close();
        return active === true && next !== undefined;
      });
    return { config, isConnected };
  }

  it('moves with the service into PostgreSQL and back: every row, and applications stay connected', async () => {
    const { config, isConnected } = await used('both');
    const before = await countsOf(config);
    const [url, providerUrl] = [await databaseUrl(), await databaseUrl()];
    const output = await moving(config, '--to', url, '--provider-to', providerUrl);
    assert.match(
      output,
      /rows of \d+ tables of the identity provider are in 127[\s\S]*Set IDP_DATABASE_URL to the URL of/,
    );
    const there = configOf({ DATABASE_URL: url, IDP_DATABASE_URL: providerUrl, DATA_DIR: folder('there') });
    assert.deepEqual(await countsOf(there), before);
    assert.ok(await isConnected(there));
    await assert.rejects(openProviderStore(config), /was moved to 127\S+: the identity.*Set IDP_DATABASE_URL/s);
    await assert.rejects(openStore(config), /was moved to/);
    const service = await openStore(there);
    assert.match(
      JSON.stringify(await service.all("SELECT details FROM audit_entry WHERE operation = 'move'")),
      /providerTo/,
    );
    await service.close();

    // Into a folder the provider's file goes along; from a server only when it is asked for.
    await moving(there, '--to', folder('back'), '--provider-to', folder('back'));
    const back = configOf({ DATA_DIR: folder('back') });
    assert.ok(await isConnected(back));
    assert.match(await moving(back, '--to', folder('further')), /identity provider's data is in \S+further\/idp\.db/);
    assert.ok(await isConnected(configOf({ DATA_DIR: folder('further') })));
    // Undone: both sources are as before the move.
    assert.match(await moving(back, '--undo'), /service\.db can be used again[\s\S]*idp\.db can be used again/);
    assert.ok(!(await isConnected(back)), 'the refresh token was used at the target');
  });

  it('moves alone into another schema of the database of the service, not into its tables', async () => {
    const { config, isConnected } = await used('alone');
    const url = await databaseUrl();
    await moving(config, '--to', url);
    const service = configOf({ DATABASE_URL: url, DATA_DIR: folder('alone') });
    await assert.rejects(
      move(service, ['--provider-to', url], () => undefined),
      /its first migration is "0001 /,
    );
    await (async () => {
      const db = await openStore(service);
      await db.run('CREATE SCHEMA provider');
      await db.close();
    })();
    const schema = `${url}?options=-csearch_path%3Dprovider`;
    // An empty database must not look like a first start while the file has the data.
    const there = configOf({ DATABASE_URL: url, IDP_DATABASE_URL: schema, DATA_DIR: folder('alone') });
    await assert.rejects(
      openProviderStore(there),
      /IDP_DATABASE_URL has no data yet, and \S+idp\.db has.*--provider-to/s,
    );
    await moving(service, '--provider-to', schema);
    assert.ok(await isConnected(there));
    const db = await openStore(there);
    assert.equal(await factOf(db, 'move'), undefined);
    await db.close();
  });

  it('killed while its rows are copied, is used by halves nowhere: the same command completes it', async () => {
    const { config, isConnected } = await used('killed');
    const [url, providerUrl] = [await databaseUrl(), await databaseUrl()];
    const args = ['--to', url, '--provider-to', providerUrl];
    for (const line of ['copied idp_client:', 'tables of the identity provider are in']) {
      const { child, lines, ended } = startProcess(`
        const { move } = await load('src/roles/commands/move.ts');
        const { readConfig } = await load('src/config/config.ts');
        const config = readConfig(${JSON.stringify({ DATA_DIR: config.dataDir, PORT: '0', IDP_PORT: '0' })});
        let isHeld = false;
        await move(config, ${JSON.stringify(args)}, (line) => {
          if (isHeld || !line.includes(${JSON.stringify(line)})) return;
          isHeld = true;
          console.log('there');
          // Nothing goes on before the kill.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
        });
      `);
      const first = await lines.next();
      assert.equal(first.value, 'there', first.done ? await ended : line);
      child.kill('SIGKILL');
      await ended;
      const there = configOf({ DATABASE_URL: url, IDP_DATABASE_URL: providerUrl, DATA_DIR: folder('killed-there') });
      await assert.rejects(openStore(there), /was interrupted: it is not complete/, line);
      if (line.startsWith('copied')) await assert.rejects(openProviderStore(there), /is not complete.*--provider-to/s);
    }
    assert.match(await moving(config, ...args), /identity provider's data is in \S+ already/);
    assert.ok(
      await isConnected(
        configOf({ DATABASE_URL: url, IDP_DATABASE_URL: providerUrl, DATA_DIR: folder('killed-there') }),
      ),
    );
  });
});
