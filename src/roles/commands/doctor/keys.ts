import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { factOf } from '../../../db/service-fact.ts';
import { guessableBecause } from '../../../domain/guessable-key.ts';
import { checkOf } from '../../../notifications/keys/operator-key.ts';
import { KEY_FILE } from '../../../notifications/keys/operator-key-file.ts';
import { firstKeyRemedy, guessableKeyWarning } from '../../../notifications/keys/operator-key-source.ts';
import { isPublicService } from '../../settings/production.ts';
import { check, type Subject } from './check.ts';
import { type Findings, note, ok, problem } from './finding.ts';

type KeyFacts = Awaited<ReturnType<typeof lookAtKeys>>;

const GENERATE = 'Generate one with openssl rand -base64 32, and set it on every machine';

export const keyCheck = check({
  title: 'Keys',
  look: lookAtKeys,
  judge: (facts, config) => [judgeSource(facts, config), judgeStrength(facts), judgeFile(facts)],
});

/** Unlike a start, it leaves the permissions of the file as they are. */
async function lookAtKeys({ config: { dataDir, operatorKey }, store: { db } }: Subject) {
  const path = join(dataDir, KEY_FILE);
  const recorded = db && (await factOf(db, 'operator key check').catch(() => undefined));
  const stored = db && (await factOf(db, 'operator key').catch(() => undefined));
  const { key, ...file } = keyFileAt(path);
  const used = operatorKey ?? stored ?? key;
  return {
    ...{ path, file, isConfigured: operatorKey !== undefined },
    /** Whether the key that the service would use is the one of the store. Undefined: one of them is not known. */
    isRight: recorded === undefined || used === undefined ? undefined : checkOf(used) === recorded,
    isInFile: key !== undefined && checkOf(key) === recorded,
    guessable: operatorKey === undefined ? undefined : guessableBecause(operatorKey),
    storeHasKey: recorded !== undefined,
    /** Whether an older version has put the key itself into the store. */
    isInStore: stored !== undefined,
  };
}

/** Without `mode` and `unreadable` when there is none. */
function keyFileAt(path: string): { mode?: number; key?: string; unreadable?: string } {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? { mode: stat.mode & 0o777, key: readFileSync(path, 'utf8').trim() } : {};
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}

function judgeSource(facts: KeyFacts, config: Config): Findings {
  const { path, isConfigured, isRight, isInStore } = facts;
  const source = isConfigured ? 'OPERATOR_KEY' : path;
  if (isRight === undefined) return judgeUnknown(facts, config);
  if (isRight)
    return [
      ok`${isInStore && !isConfigured ? 'the key in the store' : source} is the key of the store`,
      isInStore &&
        note`an earlier version has stored the key in the database that it encrypts: set OPERATOR_KEY to it on every machine (docs/backup.md)`,
    ];
  const remedy = isConfigured
    ? firstKeyRemedy(facts.isInFile ? path : undefined)
    : `Put the operator.key of this store there (a backup has it), or set OPERATOR_KEY`;
  return problem`${source} is not the key that the store was created with: the service does not start -> ${remedy}`;
}

/** The key or the store is missing, or cannot be read. */
function judgeUnknown({ path, isConfigured, file, storeHasKey }: KeyFacts, config: Config): Findings {
  if (isConfigured) return note`OPERATOR_KEY is set; the store has no key yet, or cannot be read`;
  if (file.unreadable !== undefined) return undefined;
  if (file.mode !== undefined) return note`${path} holds the key; the store has none yet, or cannot be read`;
  if (storeHasKey)
    return problem`OPERATOR_KEY is not set and ${path} is missing, but the store was created with a key: the service does not start again -> Set OPERATOR_KEY, or put operator.key back from a backup. A service that still runs has the key in memory only: do not stop it before`;
  return config.databaseUrl && isPublicService(config)
    ? problem`OPERATOR_KEY is not set: a public service with PostgreSQL does not start without it -> ${GENERATE}`
    : note`there is no operator key yet: the first start generates one in ${path}`;
}

/** With the key of an existing store nothing can be fixed: the doctor must not fail for ever. The key of another store is no key of this one. */
function judgeStrength({ guessable, storeHasKey, isRight }: KeyFacts): Findings {
  if (guessable === undefined || isRight === false) return undefined;
  return storeHasKey
    ? note`WARNING: ${guessableKeyWarning(guessable)}`
    : problem`OPERATOR_KEY can be guessed: ${guessable}. A new store does not start with it -> ${GENERATE}`;
}

function judgeFile({ path, file: { mode, unreadable }, isConfigured, isRight }: KeyFacts): Findings {
  if (unreadable !== undefined)
    return isConfigured
      ? note`${path} cannot be read: ${unreadable}`
      : problem`${path} cannot be read: ${unreadable} -> Run the doctor as the user that runs the service, or give the file to that user (chown)`;
  if (mode === undefined) return undefined;
  if ((mode & 0o077) !== 0)
    return problem`${path} can be read by other users (mode 0${mode.toString(8)}) -> chmod 600 ${path}`;
  return isConfigured && isRight ? note`${path} is not used: OPERATOR_KEY is set` : ok`only its owner can read ${path}`;
}
