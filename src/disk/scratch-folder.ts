import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where processes that share a database work with files: in the system's folder for temporary ones. Each database has a folder of its own:
 * who sweeps it asks the database whose files are still needed, and other installations may be on the same machine.
 */
export function scratchFolder(name: string, databaseUrl: string): string {
  // Without a password, which a digest would help to guess.
  const { host, pathname } = new URL(databaseUrl);
  const digest = hash('sha256', `${host}${pathname}`, 'hex').slice(0, DIGITS);
  return join(tmpdir(), `seller-service-${name}-${digest}`);
}

const DIGITS = 12;
