import type { IncomingMessage } from 'node:http';
import { appendEntry } from '../audit/entry-table.ts';
import { dropEntries, waitingEntries } from '../audit/forwarding.ts';
import type { Sql } from '../db/db.ts';
import type { AuditActor, NewAuditEntry } from '../domain/audit/audit-entry.ts';
import { isObject } from '../domain/is-object.ts';
import { type Answer, badServiceRequest, serviceRequest } from './service-endpoint.ts';

/** Who makes a change at the provider, when, from which address, and by which request of the service, if it is one. */
export type ChangeMaker = {
  readonly atMs: number;
  readonly who: AuditActor;
  readonly from: string;
  readonly requestId?: string;
};

/** `sellerId`: whose accounts, members, applications or grants it changes. That seller reads the entry: no secret, nothing of others. */
export type RecordedChange = {
  readonly operation: string;
  readonly sellerId?: string | undefined;
  readonly details: NewAuditEntry['details'];
};

/** Records a change in the audit log, in its transaction. */
export function recordChange(tx: Sql, maker: ChangeMaker, change: RecordedChange): Promise<void> {
  return appendEntry(tx, { ...maker, ...change, outcome: 'done' });
}

/**
 * Gives the service the entries of the audit log that wait here, and removes those that it has stored by now. Interrupted at any point,
 * none is lost: the service asks again, and takes each once.
 */
export async function auditEntries(
  req: IncomingMessage,
  { db, serviceClient }: { db: Sql; serviceClient: { id: string; secret: string } },
): Promise<Answer> {
  const request = await serviceRequest(req, serviceClient);
  if ('refusal' in request) return request.refusal;
  const { stored } = isObject(request.value) ? request.value : {};
  if (!Array.isArray(stored) || !stored.every((id) => typeof id === 'string') || stored.length > MAX_STORED)
    return badServiceRequest('stored must be a list of entry ids');
  await dropEntries(db, stored);
  return { status: 200, body: { entries: await waitingEntries(db) } };
}

const MAX_STORED = 1_000;
