import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { factOf } from '../../../db/service-fact.ts';
import { guessableBecause } from '../../../domain/guessable-key.ts';
import { checkOf } from '../../../notifications/keys/operator-key.ts';
import { KEY_FILE } from '../../../notifications/keys/operator-key-file.ts';
import { firstKeyRemedy, guessableKeyWarning } from '../../../notifications/keys/operator-key-source.ts';
import { isPublicService } from '../../settings/production.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import type { Subject } from './subject.ts';

type KeyFacts = Awaited<ReturnType<typeof lookAtKeys>>;

/** Unlike a start, it leaves the permissions of the file as they are. */
export async function lookAtKeys({ config: { dataDir, operatorKey }, db }: Subject) {
  const path = join(dataDir, KEY_FILE);
  const check = db && (await factOf(db, 'operator key check').catch(() => undefined));
  const stored = db && (await factOf(db, 'operator key').catch(() => undefined));
  const { file, key } = keyFileAt(path);
  const used = operatorKey ?? stored ?? key;
  const isOfStore = (one: string | undefined) => one !== undefined && check !== undefined && checkOf(one) === check;
  return {
    ...{ path, file, isConfigured: operatorKey !== undefined },
    /** Whether the key that the service would use is the one of the store. Undefined: one of them is not known. */
    isRight: check === undefined || used === undefined ? undefined : isOfStore(used),
    isInFile: isOfStore(key),
    guessable: operatorKey === undefined ? undefined : guessableBecause(operatorKey),
    storeHasKey: check !== undefined,
    /** Whether an older version has put the key itself into the store. */
    isInStore: stored !== undefined,
  };
}

/** The permissions of the key file; undefined when there is none; the reason when it cannot be read. */
type KeyFile = { readonly mode: number } | { readonly unreadable: string } | undefined;

function keyFileAt(path: string): { file: KeyFile; key?: string } {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { file: undefined };
    return { file: { mode: stat.mode & 0o777 }, key: readFileSync(path, 'utf8').trim() };
  } catch (error) {
    return { file: { unreadable: (error as Error).message } };
  }
}

export const judgeKeys = (config: Config, facts: KeyFacts): Finding[] =>
  found(...judgeSource(config, facts), judgeStrength(facts), judgeFile(facts));

/** With the key of an existing store nothing can be fixed: the doctor must not fail for ever. The key of another store is no key of this one. */
function judgeStrength({ guessable, storeHasKey, isRight }: KeyFacts): Finding | undefined {
  if (guessable === undefined || isRight === false) return undefined;
  return storeHasKey
    ? note`WARNING: ${guessableKeyWarning(guessable)}`
    : problem`OPERATOR_KEY can be guessed: ${guessable}. A new store does not start with it -> ${GENERATE}`;
}

const GENERATE = 'Generate one with openssl rand -base64 32, and set it on every machine';

function judgeSource(config: Config, facts: KeyFacts): (Finding | undefined)[] {
  const { path, isConfigured, isRight, isInStore } = facts;
  const source = isConfigured ? 'OPERATOR_KEY' : path;
  if (isRight === undefined) return [judgeUnknown(config, facts)];
  if (isRight)
    return found(
      ok`${isInStore && !isConfigured ? 'the key in the store' : source} is the key of the store`,
      isInStore &&
        note`an earlier version has stored the key in the database that it encrypts: set OPERATOR_KEY to it on every machine (docs/backup.md)`,
    );
  const remedy = isConfigured
    ? firstKeyRemedy(facts.isInFile ? path : undefined)
    : `Put the operator.key of this store there (a backup has it), or set OPERATOR_KEY`;
  return [problem`${source} is not the key that the store was created with: the service does not start -> ${remedy}`];
}

/** The key or the store is missing, or cannot be read. */
function judgeUnknown(config: Config, { path, isConfigured, file, storeHasKey }: KeyFacts): Finding | undefined {
  if (isConfigured) return note`OPERATOR_KEY is set; the store has no key yet, or cannot be read`;
  if (file !== undefined)
    return 'unreadable' in file ? undefined : note`${path} holds the key; the store has none yet, or cannot be read`;
  if (storeHasKey)
    return problem`OPERATOR_KEY is not set and ${path} is missing, but the store was created with a key: the service does not start again -> Set OPERATOR_KEY, or put operator.key back from a backup. A service that still runs has the key in memory only: do not stop it before`;
  return config.databaseUrl && isPublicService(config)
    ? problem`OPERATOR_KEY is not set: a public service with PostgreSQL does not start without it -> ${GENERATE}`
    : note`there is no operator key yet: the first start generates one in ${path}`;
}

function judgeFile({ path, file, isConfigured, isRight }: KeyFacts): Finding | undefined {
  if (file === undefined) return undefined;
  if ('unreadable' in file)
    return isConfigured
      ? note`${path} cannot be read: ${file.unreadable}`
      : problem`${path} cannot be read: ${file.unreadable} -> Run the doctor as the user that runs the service, or give the file to that user (chown)`;
  if ((file.mode & 0o077) !== 0)
    return problem`${path} can be read by other users (mode 0${file.mode.toString(8)}) -> chmod 600 ${path}`;
  return isConfigured && isRight ? note`${path} is not used: OPERATOR_KEY is set` : ok`only its owner can read ${path}`;
}
