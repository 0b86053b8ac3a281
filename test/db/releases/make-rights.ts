import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { authorizationUrl, connectable, consentTo, exchange } from '../../idp/delegated.ts';
import { basic, collectedLog, introspect, postForm, serviceClient, type TestIdp } from '../../idp/harness.ts';
import type { RecordedRights } from './rights.ts';

/**
 * Makes the fixture of `test/idp/rights-upgrade.test.ts` after a release: a store of its provider with clients, grants and tokens, and
 * the rights that they had. `node test/db/releases/make-rights.ts FOLDER`; FOLDER holds the released code with its node_modules.
 */
async function make(released: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(released, 'package.json'), 'utf8')) as { version: string };
  const load = (path: string) => import(join(released, 'src', path));
  const folder = mkdtempSync(join(tmpdir(), 'released-rights-'));
  const file = join(folder, 'idp.db');
  try {
    const db = await (await load('db/open.ts')).openDb({ file });
    await (await load('db/migrate.ts')).migrate(db, (await load('idp/migrations.ts')).idpMigrations);
    const { log } = collectedLog();
    const { startIdp } = await load('idp/start.ts');
    const idp = await startIdp({ db, host: '127.0.0.1', port: 0, serviceClient, demo: true, log });
    const { runClientCommand } = await load('idp/commands.ts');
    // 0.2.0 had it in no folder.
    const { readConfig } = await load('config/config.ts').catch(() => load('config.ts'));
    const rules = (await load('roles/identity/identity.ts')).claimRulesOf(readConfig({}));
    const { judgeClaims } = await load('identity/claims.ts');
    const rightsOf = (claims: object) => [...(judgeClaims(claims, rules, Date.now()).caller?.rights ?? [])];
    const recorded = await use(idp, (args, out) => runClientCommand(db, args, out), rightsOf);
    await idp.close();
    await db.close();
    const store = new DatabaseSync(file);
    store.exec('PRAGMA journal_mode = DELETE; VACUUM');
    store.close();
    const target = new URL(`${version}/`, import.meta.url);
    writeFileSync(new URL('rights.db.gz', target), gzipSync(readFileSync(file), { level: 9 }));
    writeFileSync(new URL('rights.json.gz', target), gzipSync(JSON.stringify(recorded), { level: 9 }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Run = (args: string[], out: { write(text: string): unknown }) => Promise<number>;

const READ = 'seller-api:pricing:read';
const WRITE = 'seller-api:notifications:write';

/** What applications registered and what they then asked for. Undefined: no scope. */
const delegated = [
  [undefined, 'offline_access'],
  [undefined, `${READ} offline_access`],
  [undefined, `${READ} ${WRITE}`],
  [READ, 'offline_access'],
  [`${READ} ${WRITE}`, undefined],
  ['offline_access', 'offline_access'],
] as const;

/** Makes clients, consents and tokens of each kind. */
async function use(idp: TestIdp, run: Run, rightsOf: (claims: object) => string[]): Promise<RecordedRights> {
  const recorded: RecordedRights = { atMs: Date.now(), own: [], delegated: [], tokens: [] };
  const keep = async (token: string) => {
    const claims = await introspect(idp, token);
    recorded.tokens.push({ token, claims, rights: rightsOf(claims) });
    return rightsOf(claims);
  };
  const own = ['demoseller', 'demorival', 'demooperator'].map((id) => ({ id, secret: `${id}secret` }));
  for (const flags of [['--seller', 'A9SELLER'], ['--operator']]) {
    let text = '';
    await run(['add', ...flags], { write: (piece) => (text += piece) });
    const [, id = '', secret = ''] = /client_id +(\w+)\nclient_secret +(\w+)/.exec(text) ?? [];
    own.push({ id, secret });
  }
  for (const { id, secret } of own)
    for (const scope of ['', `${READ} operator:market:write`]) {
      const form = { grant_type: 'client_credentials', ...(scope && { scope }) };
      const answer = await postForm(`${idp.issuer}/token`, form, basic(id, secret));
      const rights = await keep(((await answer.json()) as { access_token: string }).access_token);
      if (scope === '') recorded.own.push({ id, secret, rights });
    }
  for (const [registered, scope] of delegated) {
    const client = await connectable(idp, { scope: registered, token_endpoint_auth_method: 'none' });
    const started = await authorizationUrl(client, { scope });
    const { back } = await consentTo(idp, started);
    const tokens = await exchange(client, started, back.url);
    await keep(tokens.access_token);
    recorded.delegated.push({
      clientId: client.client.client_id,
      asked: scope,
      granted: String(tokens.scope),
      refreshToken: tokens.refresh_token,
    });
  }
  return recorded;
}

await make(process.argv[2] ?? '.');
