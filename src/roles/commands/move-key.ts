import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { factOf } from '../../db/service-fact.ts';
import { KEY_FILE, readKeyFile, writeKeyFile } from '../../notifications/keys/operator-key-file.ts';
import { operatorKeyOf } from '../../notifications/keys/operator-key-source.ts';
import { StartError } from '../../processes/start-error.ts';
import { keySourcesOf } from '../settings/key-sources.ts';
import { cannotStart } from '../store/cannot-start.ts';

/**
 * Makes sure that what is encrypted in the store can be decrypted after the move: throws a StartError without its key, and
 * puts a generated key into the folder where the service will look for it, never into the target itself. `folder` is that of
 * the target, undefined for PostgreSQL. Returns what the operator has to do.
 */
export async function keepKey(config: Config, source: Db, folder: string | undefined): Promise<string> {
  const isPostgres = folder === undefined;
  if ((await factOf(source, 'operator key check')) === undefined) {
    const generate = 'Set OPERATOR_KEY, if the service is public, to a new key: openssl rand -base64 32';
    return isPostgres ? generate : 'Nothing is encrypted yet: the first start generates a key.';
  }
  const stored = await factOf(source, 'operator key');
  const sources = keySourcesOf(config);
  await operatorKeyOf(source, sources).catch(cannotStart);
  if (config.operatorKey !== undefined) return 'Keep OPERATOR_KEY as it is: it decrypts the moved store.';
  const key = stored ?? readKeyFile(sources.file) ?? '';
  const file = isPostgres ? sources.file : join(folder, KEY_FILE);
  if (writeKeyFile(file, key) !== key) {
    throw new StartError(`${file} is the key of another store. Move that store away, or choose another folder.`);
  }
  if (!isPostgres) return `The key that decrypts the store is in ${file}: keep the two together.`;
  return `Set OPERATOR_KEY to the text in ${file}, on every machine: nothing can be decrypted without it.`;
}
