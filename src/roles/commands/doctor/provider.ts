import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { reasonOf } from '../../../db/open.ts';
import { isStoreFile } from '../../../db/sqlite/read-only.ts';
import { idpMigrations } from '../../../idp/migrations.ts';
import { embeddedIssuer } from '../../identity/identity.ts';
import { ownTokensText } from '../../identity/own-tokens.ts';
import { ask, objectIn } from './ask.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { findingsAbout } from './identity.ts';
import { hostToAsk } from './ports.ts';
import { judgeSqlite, lookAtSqlite } from './sqlite-store.ts';
import { openFileToLook } from './store.ts';
import { judgeTables, lookAtTables } from './tables.ts';

/**
 * The identity provider: another one is examined as `npm run doctor -- identity` does, the embedded one with its store.
 * `isAnswering`: a provider has IDP_PORT.
 */
export async function examineProvider(config: Config, usesEmbedded: boolean, isAnswering: boolean): Promise<Finding[]> {
  if (config.idpIssuer !== undefined) return examineOther(config, config.idpIssuer);
  const file = join(config.dataDir, 'idp.db');
  const isExpected =
    usesEmbedded && (config.databaseUrl !== undefined || isStoreFile(join(config.dataDir, 'service.db')));
  const look = openFileToLook(file, 'idp.db', isExpected, config.databaseUrl === undefined ? undefined : ELSEWHERE);
  const findings = look.db ? await examineStore(file, look.db) : [...look.findings];
  findings.push(note(ownTokensText(config)));
  return [...findings, judgeIssuer(embeddedIssuer(config), isAnswering ? await lookAtIssuer(config) : undefined)];
}

/** With PostgreSQL the provider may run on another machine, with its file. */
const ELSEWHERE =
  'If the provider runs on another machine, run the doctor there, and set IDP_ISSUER here. Otherwise stop the service and restore its copy: npm run restore -- DIR';

async function examineOther(config: Config, issuer: string): Promise<Finding[]> {
  const found = await findingsAbout(config, issuer);
  const mend = 'npm run doctor -- identity tells more; docs/identity-provider.md explains the settings';
  return found.map(({ kind, text }) => (kind === 'problem' ? problem(text, mend) : { kind, text }));
}

async function examineStore(file: string, db: Db): Promise<Finding[]> {
  try {
    const state = await lookAtTables(db, idpMigrations);
    const findings = [...judgeTables('idp.db', state), ...judgeSqlite(await lookAtSqlite(file, db))];
    if (!state.isEmpty) findings.push(await keyFinding(db));
    return findings;
  } catch (error) {
    return [
      problem(
        `${file} cannot be read: ${reasonOf(error)}`,
        'Stop the service and restore a backup: npm run restore -- DIR',
      ),
    ];
  } finally {
    await db.close();
  }
}

async function keyFinding(db: Db): Promise<Finding> {
  const keys = await db.get(`SELECT 1 AS one FROM idp_keeping WHERE name = 'signing keys'`);
  return keys === undefined
    ? note('the provider has no signing keys yet: its first start generates them')
    : ok('the provider has its signing keys');
}

/** What listens on IDP_PORT says. Undefined when nothing does. */
type IssuerFacts = { readonly issuer: string | undefined; readonly failure?: string } | undefined;

async function lookAtIssuer(config: Config): Promise<IssuerFacts> {
  const url = `http://${hostToAsk(config.host)}:${config.idpPort}/.well-known/openid-configuration`;
  try {
    const answer = await ask(url, new URL(embeddedIssuer(config)).host);
    if (answer === undefined) return undefined;
    const issuer = objectIn(answer.text)?.issuer;
    return { issuer: typeof issuer === 'string' ? issuer : undefined };
  } catch (error) {
    return { issuer: undefined, failure: (error as Error).message };
  }
}

function judgeIssuer(expected: string, facts: IssuerFacts): Finding {
  if (facts === undefined) return note('no provider answers on IDP_PORT of this machine');
  if (facts.issuer === expected) return ok(`the provider answers as ${expected}`);
  if (facts.issuer === undefined)
    return problem(
      `IDP_PORT answers, but not as an identity provider${facts.failure ? ` (${facts.failure})` : ''}`,
      'Choose another port with IDP_PORT, or stop the program that has it',
    );
  return problem(
    `the provider on IDP_PORT is the issuer ${facts.issuer}, and these settings expect ${expected}`,
    'Set IDP_PUBLIC_URL (and HOST, IDP_PORT) as the running provider has them, or restart it with these settings',
  );
}
