import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import { reasonOf } from '../../../db/open.ts';
import { factOf } from '../../../db/service-fact.ts';
import { isStoreFile } from '../../../db/sqlite/read-only.ts';
import { jsonObjectIn } from '../../../identity/json-object.ts';
import { idpMigrations } from '../../../idp/migrations.ts';
import { checkNotMoved } from '../../../move/mark.ts';
import { embeddedIssuer } from '../../settings/addresses.ts';
import { ownTokensText } from '../../settings/own-tokens.ts';
import { askPatiently, localUrl } from './ask.ts';
import { check, type Port, type Subject } from './check.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { findingsAbout } from './identity.ts';
import { judgePostgres, lookAtPostgres, type PostgresFacts } from './postgres-server.ts';
import { judgeSqlite, lookAtSqlite, openFileToLook, type SqliteFacts } from './sqlite-file.ts';
import { judgeMoved, judgeTables, LOST, lookAtTables, openServerToLook } from './store.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const TELLS_MORE = 'npm run doctor -- identity tells more; docs/identity-provider.md explains the settings';
/** With PostgreSQL the provider may run on another machine, with its file. */
const ELSEWHERE =
  'If the provider runs on another machine, run the doctor there, and set IDP_ISSUER here. Otherwise stop the service and restore its copy: npm run restore -- DIR';
const SIGNING_KEYS = `SELECT 1 AS one FROM idp_keeping WHERE name = 'signing keys'`;

const isProviderHere = (ports: readonly Port[]): boolean =>
  ports.some(({ recognizedBy, state }) => recognizedBy === 'issuer' && state === 'own');

/** Undefined when no provider can be asked. */
export function discoveryUrlOf({ config, ports }: Subject): string | undefined {
  if (config.idpIssuer === undefined && !isProviderHere(ports)) return undefined;
  return config.idpDiscoveryUrl ?? `${(config.idpIssuer ?? embeddedIssuer(config)).replace(/\/$/, '')}${DISCOVERY}`;
}

/** Another provider is examined as `npm run doctor -- identity` does, the embedded one with its store. */
export const providerCheck = check({
  title: 'Identity provider',
  look: async ({ config, store: { db }, ports }) => {
    if (config.idpIssuer !== undefined) return { other: await findingsAbout(config, config.idpIssuer) };
    const used = db && (await factOf(db, 'embedded provider').catch(() => undefined));
    const store = await lookAtProviderStore(config, used !== undefined);
    return { store, issuer: isProviderHere(ports) ? await lookAtIssuer(config) : undefined };
  },
  judge: ({ other, store, issuer }, config) =>
    other?.map(({ kind, text }) => (kind === 'problem' ? problem`${text} -> ${TELLS_MORE}` : { kind, text })) ?? [
      store?.findings,
      store?.tables && judgeTables(config.idpDatabaseUrl ? "the provider's database" : 'idp.db', store.tables),
      store?.moved !== undefined && judgeMoved(store.moved),
      store?.sqlite && judgeSqlite(store.sqlite),
      // One process of this machine runs the provider.
      store?.postgres && judgePostgres(store.postgres, { ...config, apiProcesses: 1 }),
      store?.hasKeys === true && ok`the provider has its signing keys`,
      store?.hasKeys === false && note`the provider has no signing keys yet: its first start generates them`,
      note`${ownTokensText(config)}`,
      judgeIssuer(embeddedIssuer(config), issuer),
    ],
});

type ProviderStore = {
  readonly findings?: Finding[] | undefined;
  readonly tables?: Awaited<ReturnType<typeof lookAtTables>>;
  readonly moved?: string | undefined;
  readonly hasKeys?: boolean;
  readonly sqlite?: SqliteFacts;
  readonly postgres?: PostgresFacts;
};

async function lookAtProviderStore(config: Config, usesEmbedded: boolean): Promise<ProviderStore> {
  const { dataDir, databaseUrl, idpDatabaseUrl } = config;
  if (idpDatabaseUrl !== undefined) return lookAtProviderServer(idpDatabaseUrl);
  const file = join(dataDir, 'idp.db');
  const isExpected = usesEmbedded && (databaseUrl !== undefined || isStoreFile(join(dataDir, 'service.db')));
  const remedyIfMissing = databaseUrl === undefined ? LOST : ELSEWHERE;
  const { db, findings } = openFileToLook(file, 'idp.db', isExpected ? remedyIfMissing : undefined);
  if (!db) return { findings };
  try {
    return { ...(await lookAtProviderTables(db)), sqlite: await lookAtSqlite(file, db) };
  } catch (error) {
    const unreadable = problem`${file} cannot be read: ${reasonOf(error)} -> Stop the service and restore a backup: npm run restore -- DIR`;
    return { findings: [unreadable] };
  } finally {
    await db.close();
  }
}

async function lookAtProviderServer(databaseUrl: string): Promise<ProviderStore> {
  const { db, findings } = await openServerToLook(databaseUrl, 'IDP_DATABASE_URL');
  if (!db) return { findings };
  try {
    const postgres = await lookAtPostgres(db, databaseUrl);
    // A role without rights cannot read which migrations are applied.
    return { postgres, ...(postgres.forbiddenTables.length > 0 ? {} : await lookAtProviderTables(db)) };
  } finally {
    await db.close();
  }
}

async function lookAtProviderTables(db: Db): Promise<ProviderStore> {
  const tables = await lookAtTables(db, idpMigrations);
  if (tables.applied.length === 0) return { tables };
  const moved = await checkNotMoved(db, 'provider').then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { tables, moved, hasKeys: (await db.get(SIGNING_KEYS)) !== undefined };
}

/** The issuer that answers on IDP_PORT. Undefined when nothing does. */
async function lookAtIssuer(config: Config): Promise<{ name?: unknown; failure?: string } | undefined> {
  try {
    const url = localUrl({ host: config.host, port: config.idpPort }, DISCOVERY);
    const answer = await askPatiently(url, new URL(embeddedIssuer(config)).host);
    return answer && { name: jsonObjectIn(answer.text)?.issuer };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

function judgeIssuer(expected: string, issuer: Awaited<ReturnType<typeof lookAtIssuer>>): Finding {
  if (issuer === undefined) return note`no provider answers on IDP_PORT of this machine`;
  const { name, failure } = issuer;
  if (name === expected) return ok`the provider answers as ${expected}`;
  return typeof name === 'string'
    ? problem`the provider on IDP_PORT is the issuer ${name}, and these settings expect ${expected} -> Set IDP_PUBLIC_URL (and HOST, IDP_PORT) as the running provider has them, or restart it with these settings`
    : problem`IDP_PORT answers, but not as an identity provider${failure ? ` (${failure})` : ''} -> Choose another port with IDP_PORT, or stop the program that has it`;
}
