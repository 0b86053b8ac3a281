import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendEntry } from '../../audit/entry-table.ts';
import { forwardEntries } from '../../audit/forwarding.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { factOf, setFact } from '../../db/service-fact.ts';
import type { NewAuditEntry } from '../../domain/audit/audit-entry.ts';
import { isObject } from '../../domain/is-object.ts';
import type { Log } from '../../log/log.ts';
import { VERSION } from '../settings/version.ts';
import { commandActor, recordOnce } from '../store/audited.ts';
import { hasProviderStore, openProviderStore } from '../store/provider-store.ts';
import { inExistingStore } from '../store/store.ts';

type Role = 'all' | 'api' | 'worker';
type Texts = Readonly<Record<string, string>>;

/**
 * Records a start with other settings than the last one of this role: their names, and the values of those that are no secret. Of a
 * secret only is known whether it is set. Several processes may start at once: one of them records it.
 */
export async function recordStart(config: Config, role: Role, { db, now }: { db: Db; now: () => number }) {
  const settings: Texts = { ...config.described, ...describedPlan(config), 'program version': VERSION };
  await db.transaction(async (tx) => {
    const known = readKnown(await factOf(tx, 'audited settings'));
    const changed = changesOf(known[role], settings);
    if (Object.keys(changed).length === 0) return;
    await setFact(tx, 'audited settings', JSON.stringify({ ...known, [role]: settings }));
    const details = known[role] === undefined ? { role, isFirst: true } : { role };
    await appendEntry(tx, {
      ...{ atMs: now(), ...commandActor(), operation: 'start', outcome: 'done' },
      details: { ...details, settings: changed },
    });
  });
}

/** The rate plan by its SHA-256: RATE_PLAN only names the file, which may be changed. Nothing without one. */
export function describedPlan({ ratePlan: file }: Config): Texts {
  if (!file) return {};
  try {
    return { 'rate plan': hash('sha256', readFileSync(file)) };
  } catch {
    // An API process says so, and does not start. A worker needs no plan.
    return { 'rate plan': 'not readable' };
  }
}

function readKnown(text: string | undefined): Readonly<Record<string, Texts | undefined>> {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return isObject(value) ? (value as Record<string, Texts>) : {};
}

/** Stored without `from` or `to`: a setting that only one of the two programs has. */
function changesOf(
  before: Texts = {},
  after: Texts,
): Record<string, { from: string | undefined; to: string | undefined }> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, { from: before[name], to: after[name] }]),
  );
}

/**
 * Brings what `npm run client` recorded in the provider's store into the log, if the service's store could not be reached then.
 * A failure is only logged: the entries wait.
 */
export async function forwardAtStart(config: Config, service: Db, log: Log): Promise<void> {
  if (config.idpIssuer !== undefined) return;
  try {
    if (!(await hasProviderStore(config))) return;
    const provider = await openProviderStore(config);
    try {
      await forwardEntries(provider, service);
    } finally {
      await provider.close();
    }
  } catch (err) {
    log.warn({ err }, 'changes of clients cannot be brought into the audit log now; the next start tries again');
  }
}

/** The same from a command. */
export const forwardFromCommand = (config: Config, provider: Db, warn: Warn): Promise<void> =>
  inServiceStore(
    config,
    (service) => forwardEntries(provider, service),
    (reason) =>
      warn(
        `the service's store cannot take the entry of the audit log now (${reason}). It waits in the provider's store for the next start.`,
      ),
  );

/** Records a command that needs no store of the service. A failure is only told: the command has done its work. */
export const recordBeside = (config: Config, operation: string, details: NewAuditEntry['details'], warn: Warn) =>
  inServiceStore(
    config,
    (service) => recordOnce(service, operation, 'done', details),
    (reason) => warn(`this is not in the audit log, because the service's store cannot take it: ${reason}`),
  );

type Warn = (text: string) => unknown;

async function inServiceStore(config: Config, work: (db: Db) => Promise<unknown>, onFailure: Warn): Promise<void> {
  await inExistingStore(config, work).catch((error: Error) => onFailure(error.message));
}
