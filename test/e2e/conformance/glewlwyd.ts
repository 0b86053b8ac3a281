import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { installFromDebian } from '../../harness/debian.ts';
import { freePort } from '../../harness/free-port.ts';
import { pluginOf, setUp } from './glewlwyd-setup.ts';
import { type Client, ProviderProgram, SELLER, type StartProvider } from './provider.ts';

const PROGRAM = '/usr/bin/glewlwyd';
const SHARED = '/usr/share/glewlwyd';
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';

async function ensureInstalled(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  // With dbconfig-sqlite3 the package installs without a database server.
  await installFromDebian('glewlwyd', 'dbconfig-sqlite3');
  if (!existsSync(PROGRAM)) throw new Error('apt-get installed no glewlwyd.');
}

/** Debian's configuration with its own port, database and pages. */
function configOf(folder: string, origin: string): string {
  const debian = readFileSync(join(SHARED, 'templates/glewlwyd-debian.conf.properties'), 'utf8');
  const pages = join(folder, 'pages');
  // The program serves no symbolic links, and the package makes a folder of the file config.json.
  cpSync(join(SHARED, 'webapp'), pages, { recursive: true, dereference: true });
  rmSync(join(pages, 'config.json'), { recursive: true, force: true });
  cpSync(join(SHARED, 'templates/config.json'), join(pages, 'config.json'));
  return debian
    .replace(/^port=.*/m, `port=${new URL(origin).port}\nbind_address="127.0.0.1"\nstatic_files_path="${pages}"`)
    .replace(/^external_url=.*/m, `external_url="${origin}"`)
    .replace(/^log_mode=.*/m, 'log_mode="console"')
    .replace(/^@include.*/m, `database = { type = "sqlite3"; path = "${join(folder, 'provider.db')}"; };`);
}

const service: Client = { id: 'seller-service', secret: 'the-service-knows-this' };
const own: Client = { id: SELLER, secret: 'own-application-secret' };

/**
 * Glewlwyd, an OpenID provider in C. It has its own names for scopes, its own error codes (403 `invalid_code`), empty error
 * answers, registration that answers 200, and introspection for the bearer of an access token with a certain scope. Of a client
 * that authenticates by body fields its introspection does not tell the name. A token of client_credentials has no sign of that; all
 * others name their user. With `openid` it demands a `nonce`.
 */
export const startGlewlwyd: StartProvider = async () => {
  await ensureInstalled();
  const origin = `http://127.0.0.1:${await freePort()}`;
  const folder = ProviderProgram.folder();
  const db = new DatabaseSync(join(folder, 'provider.db'));
  db.exec(readFileSync(TABLES, 'utf8'));
  db.close();
  const config = join(folder, 'provider.conf');
  writeFileSync(config, configOf(folder, origin));
  const running = new ProviderProgram(folder, PROGRAM, [`--config-file=${config}`]);
  await running.started(() => running.output.includes('Glewlwyd started'));
  await setUp(origin, { service, own });
  const issuer = pluginOf(origin);
  return {
    issuer,
    settings: {
      IDP_ISSUER: issuer,
      IDP_INTROSPECTION_CLIENT_ID: service.id,
      IDP_INTROSPECTION_CLIENT_SECRET: service.secret,
      IDP_INTROSPECTION_AUTH: 'client_credentials',
      IDP_INTROSPECTION_SCOPE: 'introspection',
      IDP_SELLER_CLAIMS: 'username,client_id',
      IDP_OWN_TOKENS: 'without-person',
      IDP_CC_SCOPE: 'pricing',
      IDP_SCOPE_MAP:
        'seller-api:pricing:read=pricing,seller-api:notifications:read=notifications,seller-api:notifications:write=alerts',
    },
    own,
    sendsIssuer: true,
    namesBodyClient: false,
    rotates: true,
    consent: async (page) => {
      await page.getByLabel('Login').fill(SELLER);
      await page.getByLabel('Password').fill('demo-password');
      await page.getByRole('button', { name: 'OK' }).click();
      await grantAndContinue(page);
    },
    printed: () => running.output,
    stop: () => running.stop(),
  };
};

/**
 * The page asks for grants that it does not remember, and then leads on. While it still loads them it already offers to go on;
 * who does is sent back to it. So each step looks at what the page shows now.
 */
async function grantAndContinue(page: Page): Promise<void> {
  const question = page.getByRole('heading', { name: 'Client access grant' });
  const answered = page.getByText('What do you wish for?');
  const step = async () => {
    if (await question.isVisible()) {
      for (const box of await page.locator('input[type=checkbox]:enabled').all()) await box.check({ timeout: 5_000 });
      await page.getByRole('button', { name: 'Grant access' }).click({ timeout: 5_000 });
      await question.waitFor({ state: 'hidden', timeout: 5_000 });
    } else if (await answered.isVisible()) {
      await page.getByRole('button', { name: 'Continue' }).click({ timeout: 5_000 });
    }
  };
  const deadline = Date.now() + 30_000;
  while (!page.url().includes('/callback?')) {
    if (Date.now() > deadline) throw new Error('the page did not lead back to the application within 30 s');
    // A page that changes under the click is looked at again.
    await step().catch(() => undefined);
    await page.waitForTimeout(50);
  }
}
