import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { loadOrCreateKeys } from '../../src/idp/provider-keys.ts';
import { createLog } from '../../src/log/log.ts';
import { StartError } from '../../src/processes/start-error.ts';
import { checkBothStores, recordProvider } from '../../src/roles/store/data-folder.ts';
import { openProviderStore } from '../../src/roles/store/provider-store.ts';
import { openStore } from '../../src/roles/store/store.ts';

/** Real processes do the same in `test/torture/damaged-store.test.ts`. */
describe('a start on a data folder', () => {
  const home = mkdtempSync(join(tmpdir(), 'data-folder-test-'));
  after(() => rmSync(home, { recursive: true }));
  const log = createLog('silent');
  let config: ReturnType<typeof readConfig>;
  let file: (name: string) => string;
  let folders = 0;

  beforeEach(async () => {
    folders += 1;
    const dataDir = join(home, String(folders));
    mkdirSync(dataDir);
    config = readConfig({ DATA_DIR: dataDir });
    file = (name) => join(dataDir, name);
  });

  /** What a service with an embedded provider leaves behind. */
  async function used(): Promise<void> {
    const [service, provider] = [await openStore(config), await openProviderStore(config)];
    await recordProvider(service);
    await loadOrCreateKeys(provider);
    await Promise.all([service.close(), provider.close()]);
  }
  const refused = (pattern: RegExp) =>
    assert.rejects(checkBothStores(config, log), (error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, pattern);
      return true;
    });

  test('with both stores, or with none, is accepted', async () => {
    await checkBothStores(config, log);
    await used();
    await checkBothStores(config, log);
  });

  test('whose service.db is empty beside a used idp.db is refused, with the remedy', async () => {
    await used();
    truncateSync(file('service.db'));
    await refused(/^service\.db in \S+ is missing or empty, but idp\.db .*npm run restore -- DIR\n.*npm run migrate$/);
  });

  test('whose idp.db is missing beside a used service.db is refused, and nothing is created', async () => {
    await used();
    rmSync(file('idp.db'));
    await refused(/^idp\.db in \S+ is missing or empty, but service\.db .*npm run restore -- DIR\n.*client -- list$/);
    assert.ok(!existsSync(file('idp.db')));
  });

  test('whose restore was interrupted is refused, also to commands that open one store', async () => {
    mkdirSync(file('restore-unfinished'));
    await refused(/^A restore of \S+ was interrupted\. .*npm run restore -- DIR$/);
    await assert.rejects(openStore(config), /was interrupted/);
    await assert.rejects(openProviderStore(config), /was interrupted/);
  });
});
