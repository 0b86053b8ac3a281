import { once } from 'node:events';
import { createWriteStream, renameSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { AuditLog } from '../audit/audit-log.ts';

/** The log names people and addresses. */
const OWNER_ONLY = 0o600;

const usage = `Exports the audit log as JSON lines, in the order of its chain, and verifies it.

  npm run export -- --audit FILE

    FILE   the file to write; - prints the lines
`;

type Print = (text: string) => unknown;

/**
 * Exports the audit log and prints the number and the digest of its last entry. Returns the exit code. Throws a BrokenChainError when
 * the chain does not hold; what comes before is in `FILE.part`.
 */
export async function runAuditExport(log: AuditLog, args: string[], print: Print): Promise<number> {
  const path = fileIn(args);
  if (path === undefined) {
    print(usage);
    return 1;
  }
  const out = path === '-' ? undefined : createWriteStream(`${path}.part`, { mode: OWNER_ONLY });
  const entries = log.verified();
  let count = 0;
  for (;;) {
    const next = await entries.next();
    if (next.done) {
      out?.end();
      if (out) await finished(out);
      if (path === '-') return 0;
      renameSync(`${path}.part`, path);
      const { number, digest } = next.value;
      print(`${path}: ${count} entries, verified. The last one is ${number} with the digest ${digest || '-'}\n`);
      return 0;
    }
    count += 1;
    const { atMs, ...entry } = next.value;
    const line = `${JSON.stringify({ ...entry, time: new Date(atMs).toISOString() })}\n`;
    if (out === undefined) print(line);
    else if (!out.write(line)) await once(out, 'drain');
  }
}

function fileIn(args: string[]): string | undefined {
  try {
    const { values, positionals } = parseArgs({ args, options: { audit: { type: 'string' } }, allowPositionals: true });
    return positionals.length === 0 && values.audit ? values.audit : undefined;
  } catch {
    return undefined;
  }
}
