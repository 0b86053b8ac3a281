import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { eraseFact, factOf, keepFact } from '../../db/service-fact.ts';
import { guessableBecause } from '../../domain/guessable-key.ts';
import { checkOf, OperatorKey } from './operator-key.ts';
import { readKeyFile, writeKeyFile } from './operator-key-file.ts';

export type KeySources = {
  /** OPERATOR_KEY. */
  configured: string | undefined;
  /** The path of the key file. It is never in the store: who copies the store could decrypt it. */
  file: string;
  /** Whether a new store may generate its key. Several machines that share a store must all have the same one. */
  mayGenerate: boolean;
  /** Gets what the operator should know about the key file. */
  warn?: (text: string) => void;
};

/**
 * The operator's key: OPERATOR_KEY, otherwise the key file, which the first start generates. Throws an error for the operator
 * when the store was created with another key: nothing could be decrypted, and every receiver would reject the signatures.
 */
export async function operatorKeyOf(db: Db, sources: KeySources): Promise<OperatorKey> {
  const stored = await factOf(db, 'operator key');
  const guessable = sources.configured === undefined ? undefined : guessableBecause(sources.configured);
  if (guessable !== undefined) await refuseForNewStore(db, guessable);
  const key = sources.configured ?? (await keyWithoutSetting(db, stored, sources));
  await keepFact(db, 'operator key check', checkOf(key));
  const check = await factOf(db, 'operator key check');
  if (check !== checkOf(key)) {
    const [source, remedy] =
      sources.configured === undefined
        ? [`The key in ${sources.file}`, 'Put the file of this store there, or set OPERATOR_KEY.']
        : ['OPERATOR_KEY', `${firstKeyRemedy(isKeyIn(sources.file, check) ? sources.file : undefined)}.`];
    throw new Error(
      `${source} is not the key that this store was created with: its secrets cannot be decrypted. ${remedy}`,
    );
  }
  // Not before: for a key that is not the store's, this is not what is wrong.
  if (guessable !== undefined) sources.warn?.(guessableKeyWarning(guessable));
  if (stored !== undefined && isKeptElsewhere(db, sources)) await eraseFact(db, 'operator key');
  return new OperatorKey(key);
}

/** A new store refuses a key that can be guessed. A store that has one goes on with it: another could decrypt nothing. */
async function refuseForNewStore(db: Db, reason: string): Promise<void> {
  if ((await factOf(db, 'operator key check')) !== undefined) return;
  throw new Error(`OPERATOR_KEY can be guessed: ${reason}. Generate one with: openssl rand -base64 32`);
}

/** What to do about an OPERATOR_KEY that is not the store's. A start without one has generated the first key: then the file has it. */
export const firstKeyRemedy = (file: string | undefined): string =>
  file === undefined
    ? 'Set OPERATOR_KEY to the first key again'
    : `The first key is in ${file}: set OPERATOR_KEY to the content of that file, or leave it out`;

/** A file that cannot be read is no reason for another error: OPERATOR_KEY is set. */
function isKeyIn(file: string, check: string | undefined): boolean {
  try {
    const key = readKeyFile(file);
    return key !== undefined && checkOf(key) === check;
  } catch {
    return false;
  }
}

/** What start and doctor say about the key of an existing store. */
export const guessableKeyWarning = (reason: string): string =>
  `OPERATOR_KEY can be guessed: ${reason}. Whoever guesses it can sign webhooks as this service, and decrypt a copy of the store. ` +
  'A store keeps its first key: begin the next store with the output of openssl rand -base64 32';

async function keyWithoutSetting(db: Db, stored: string | undefined, sources: KeySources): Promise<string> {
  const { file, mayGenerate, warn } = sources;
  if (stored !== undefined) return db.engine === 'sqlite' ? writeKeyFile(file, stored) : stored;
  // Before the file: another process that starts now writes the file first, then this.
  const check = await factOf(db, 'operator key check');
  const inFile = readKeyFile(file, warn);
  if (inFile !== undefined) return inFile;
  if (check !== undefined) {
    throw new Error(`OPERATOR_KEY must be set: this store was created with one. A generated key was in ${file}.`);
  }
  if (!mayGenerate) {
    throw new Error(
      'OPERATOR_KEY must be set: the service is public, and its store is in PostgreSQL, where the key that encrypts it must not be. ' +
        'Generate one with: openssl rand -base64 32',
    );
  }
  return writeKeyFile(file, randomBytes(32).toString('base64url'));
}

/**
 * Earlier versions stored a generated key in the store. A store in PostgreSQL keeps it until OPERATOR_KEY is set: the key
 * file of one machine would not help the others.
 */
const isKeptElsewhere = (db: Db, { configured }: KeySources) => configured !== undefined || db.engine === 'sqlite';
