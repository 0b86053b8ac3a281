import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { reasonOf } from '../../../db/open.ts';
import { factOf } from '../../../db/service-fact.ts';
import { isStoreFile } from '../../../db/sqlite/read-only.ts';
import { idpMigrations } from '../../../idp/migrations.ts';
import { embeddedIssuer } from '../../settings/addresses.ts';
import { ownTokensText } from '../../settings/own-tokens.ts';
import { ask, objectIn } from './ask.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import { findingsAbout } from './identity.ts';
import { hostToAsk } from './ports.ts';
import { judgeSqlite, lookAtSqlite } from './sqlite-store.ts';
import { LOST, openFileToLook } from './store.ts';
import type { PortFacts, Subject } from './subject.ts';
import { judgeTables, lookAtTables } from './tables.ts';

const DISCOVERY = '/.well-known/openid-configuration';

const isProviderHere = (ports: readonly PortFacts[]): boolean =>
  ports.some(({ recognizedBy, state }) => recognizedBy === 'issuer' && state === 'own');

/** Undefined when no provider can be asked. */
export function discoveryUrlOf({ config, ports }: Pick<Subject, 'config' | 'ports'>): string | undefined {
  if (config.idpIssuer === undefined && !isProviderHere(ports)) return undefined;
  return config.idpDiscoveryUrl ?? `${(config.idpIssuer ?? embeddedIssuer(config)).replace(/\/$/, '')}${DISCOVERY}`;
}

/** Another provider is examined as `npm run doctor -- identity` does, the embedded one with its store. */
export async function lookAtProvider({ config, db, ports }: Subject) {
  if (config.idpIssuer !== undefined) return { other: await findingsAbout(config, config.idpIssuer) };
  const used = db && (await factOf(db, 'embedded provider').catch(() => undefined));
  const store = await lookAtProviderStore(config, used !== undefined);
  return { store, answer: isProviderHere(ports) ? await lookAtIssuer(config) : undefined };
}

/** With PostgreSQL the provider may run on another machine, with its file. */
const ELSEWHERE =
  'If the provider runs on another machine, run the doctor there, and set IDP_ISSUER here. Otherwise stop the service and restore its copy: npm run restore -- DIR';

async function lookAtProviderStore({ dataDir, databaseUrl }: Config, usesEmbedded: boolean) {
  const file = join(dataDir, 'idp.db');
  const isExpected = usesEmbedded && (databaseUrl !== undefined || isStoreFile(join(dataDir, 'service.db')));
  const remedyIfMissing = databaseUrl === undefined ? LOST : ELSEWHERE;
  const opened = openFileToLook(file, 'idp.db', isExpected ? remedyIfMissing : undefined);
  if (!opened.db) return { findings: opened.findings };
  const { db } = opened;
  try {
    const tables = await lookAtTables(db, idpMigrations);
    const sqlite = await lookAtSqlite(file, db);
    const keys = tables.isEmpty ? undefined : { row: await db.get(SIGNING_KEYS) };
    return { tables, sqlite, keys };
  } catch (error) {
    return {
      findings: [
        problem`${file} cannot be read: ${reasonOf(error)} -> Stop the service and restore a backup: npm run restore -- DIR`,
      ],
    };
  } finally {
    await db.close();
  }
}

const SIGNING_KEYS = `SELECT 1 AS one FROM idp_keeping WHERE name = 'signing keys'`;

/** The issuer that answers on IDP_PORT. Undefined when nothing does. */
async function lookAtIssuer(config: Config) {
  const url = `http://${hostToAsk(config.host)}:${config.idpPort}${DISCOVERY}`;
  try {
    const answer = await ask(url, new URL(embeddedIssuer(config)).host);
    const issuer = answer && objectIn(answer.text)?.issuer;
    return answer && { issuer: typeof issuer === 'string' ? issuer : undefined };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

type ProviderFacts = Awaited<ReturnType<typeof lookAtProvider>>;

export function judgeProvider(config: Config, { other, store, answer }: ProviderFacts): Finding[] {
  if (other)
    return other.map((one) =>
      one.kind === 'problem' ? problem`${one.text} -> ${TELLS_MORE}` : { kind: one.kind, text: one.text },
    );
  return found(
    store.findings,
    store.tables && judgeTables('idp.db', store.tables),
    store.sqlite && judgeSqlite(store.sqlite),
    store.keys && judgeSigningKeys(store.keys.row !== undefined),
    note`${ownTokensText(config)}`,
    judgeIssuer(embeddedIssuer(config), answer),
  );
}

const TELLS_MORE = 'npm run doctor -- identity tells more; docs/identity-provider.md explains the settings';

const judgeSigningKeys = (hasKeys: boolean): Finding =>
  hasKeys
    ? ok`the provider has its signing keys`
    : note`the provider has no signing keys yet: its first start generates them`;

function judgeIssuer(expected: string, answer: ProviderFacts['answer']): Finding {
  if (answer === undefined) return note`no provider answers on IDP_PORT of this machine`;
  if (answer.issuer === expected) return ok`the provider answers as ${expected}`;
  const reason = answer.failure ? ` (${answer.failure})` : '';
  return answer.issuer === undefined
    ? problem`IDP_PORT answers, but not as an identity provider${reason} -> Choose another port with IDP_PORT, or stop the program that has it`
    : problem`the provider on IDP_PORT is the issuer ${answer.issuer}, and these settings expect ${expected} -> Set IDP_PUBLIC_URL (and HOST, IDP_PORT) as the running provider has them, or restart it with these settings`;
}
