import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { factOf } from '../../../db/service-fact.ts';
import { guessableBecause } from '../../../domain/guessable-key.ts';
import { checkOf } from '../../../notifications/keys/operator-key.ts';
import { KEY_FILE } from '../../../notifications/keys/operator-key-file.ts';
import { firstKeyRemedy, guessableKeyWarning } from '../../../notifications/keys/operator-key-source.ts';
import { isPublic } from '../../production.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** Whether a key is the one of the store. `unknown`: the store has no key yet, or could not be opened. */
type Match = 'same' | 'other' | 'unknown';

export type KeyFacts = {
  readonly path: string;
  readonly isConfigured: boolean;
  /** The permissions of the key file; undefined when there is none; the reason when it cannot be read. */
  readonly file: { readonly mode: number } | { readonly unreadable: string } | undefined;
  /** Whether the key that the service would use is the one of the store. */
  readonly match: Match;
  /** Whether the key file has the key of the store. */
  readonly isInFile: boolean;
  /** Why OPERATOR_KEY can be guessed, if it can. */
  readonly guessable: string | undefined;
  /** Whether the store was created with a key. */
  readonly storeHasKey: boolean;
  /** Whether an older version has put the key itself into the store. */
  readonly isInStore: boolean;
};

/** Unlike a start, it leaves the permissions of the file as they are. */
export async function lookAtKeys({ dataDir, operatorKey }: Config, db: Db | undefined): Promise<KeyFacts> {
  const path = join(dataDir, KEY_FILE);
  const check = db && (await factOf(db, 'operator key check').catch(() => undefined));
  const stored = db && (await factOf(db, 'operator key').catch(() => undefined));
  const { file, key } = keyFileAt(path);
  const used = operatorKey ?? stored ?? key;
  const isSame = used !== undefined && check !== undefined && checkOf(used) === check;
  return {
    ...{ path, isConfigured: operatorKey !== undefined, file, isInStore: stored !== undefined },
    match: check === undefined || used === undefined ? 'unknown' : isSame ? 'same' : 'other',
    isInFile: key !== undefined && check !== undefined && checkOf(key) === check,
    guessable: operatorKey === undefined ? undefined : guessableBecause(operatorKey),
    storeHasKey: check !== undefined,
  };
}

function keyFileAt(path: string): { file: KeyFacts['file']; key?: string } {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { file: undefined };
    return { file: { mode: stat.mode & 0o777 }, key: readFileSync(path, 'utf8').trim() };
  } catch (error) {
    return { file: { unreadable: (error as Error).message } };
  }
}

export function judgeKeys(config: Config, facts: KeyFacts): Finding[] {
  return [...judgeSource(config, facts), ...judgeStrength(facts), ...judgeFile(facts)];
}

/** With the key of an existing store nothing can be mended: the doctor must not fail for ever. The key of another store is no key of this one. */
function judgeStrength({ guessable, storeHasKey, match }: KeyFacts): Finding[] {
  if (guessable === undefined || match === 'other') return [];
  if (storeHasKey) return [note(`WARNING: ${guessableKeyWarning(guessable)}`)];
  return [
    problem(
      `OPERATOR_KEY can be guessed: ${guessable}. A new store does not start with it`,
      'Generate one with openssl rand -base64 32, and set it on every machine',
    ),
  ];
}

function judgeSource(config: Config, facts: KeyFacts): Finding[] {
  const { path, isConfigured, file, match, storeHasKey, isInStore } = facts;
  const source = isConfigured ? 'OPERATOR_KEY' : path;
  if (match === 'other')
    return [
      problem(
        `${source} is not the key that the store was created with: the service does not start`,
        isConfigured
          ? firstKeyRemedy(facts.isInFile ? path : undefined)
          : `Put the operator.key of this store there (a backup has it), or set OPERATOR_KEY`,
      ),
    ];
  if (match === 'same') {
    const inStore =
      'an earlier version has stored the key in the database that it encrypts: set OPERATOR_KEY to it on every machine (docs/backup.md)';
    return [
      ok(`${isInStore && !isConfigured ? 'the key in the store' : source} is the key of the store`),
      ...(isInStore ? [note(inStore)] : []),
    ];
  }
  if (isConfigured) return [note('OPERATOR_KEY is set; the store has no key yet, or cannot be read')];
  if (file !== undefined)
    return 'unreadable' in file ? [] : [note(`${path} holds the key; the store has none yet, or cannot be read`)];
  if (storeHasKey)
    return [
      problem(
        `OPERATOR_KEY is not set and ${path} is missing, but the store was created with a key: the service does not start again`,
        'Set OPERATOR_KEY, or put operator.key back from a backup. A service that still runs has the key in memory only: do not stop it before',
      ),
    ];
  if (config.databaseUrl && isPublic(config))
    return [
      problem(
        'OPERATOR_KEY is not set: a public service with PostgreSQL does not start without it',
        'Generate one with openssl rand -base64 32, and set it on every machine',
      ),
    ];
  return [note(`there is no operator key yet: the first start generates one in ${path}`)];
}

function judgeFile({ path, file, isConfigured, match }: KeyFacts): Finding[] {
  if (file === undefined) return [];
  if ('unreadable' in file)
    return [
      isConfigured
        ? note(`${path} cannot be read: ${file.unreadable}`)
        : problem(
            `${path} cannot be read: ${file.unreadable}`,
            'Run the doctor as the user that runs the service, or give the file to that user (chown)',
          ),
    ];
  if ((file.mode & 0o077) !== 0)
    return [problem(`${path} can be read by other users (mode 0${file.mode.toString(8)})`, `chmod 600 ${path}`)];
  if (isConfigured && match === 'same') return [note(`${path} is not used: OPERATOR_KEY is set`)];
  return [ok(`only its owner can read ${path}`)];
}
