import { AuditLog } from '../../audit/audit-log.ts';
import { DeniedRequests } from '../../audit/denied-requests.ts';
import { appendEntry } from '../../audit/entry-table.ts';
import type { AuditOutcome } from '../../domain/audit/audit-entry.ts';
import type { Service } from '../../http/app/path-groups.ts';
import type { BeginExport } from '../../http/routes/market/export.ts';
import type { ApplyStream, ChangeCaller } from '../../http/routes/market/live-changes.ts';
import type { SettleOutcomes } from '../../http/routes/market/price-change-feed.ts';
import type { NoteChanges } from '../../http/routes/notes/notes.ts';
import type { SetLimits } from '../../http/routes/pricing/limits.ts';
import type { OnApplied } from '../../market/apply-call.ts';
import { applyLiveChanges } from '../../market/intake/live-changes.ts';
import type { Market } from '../../market/market.ts';
import { changedKeys } from '../../market/records/record-key.ts';
import type { Notes, RecordNote } from '../../notes/notes.ts';
import type { OpenedService } from '../service/service.ts';
import { recordSchedules } from '../store/audited-schedules.ts';

/** What the HTTP layer needs of the audit log. */
export function auditOf({
  db,
  now,
  log,
}: Pick<OpenedService, 'db' | 'now' | 'log'>): Pick<Service, 'auditLog' | 'deniedRequests'> {
  const auditLog = new AuditLog(db);
  const deniedRequests = new DeniedRequests(
    (entry) => auditLog.append(entry),
    now,
    (err) => log.warn({ err }, 'a denied request of an operator path could not be recorded in the audit log'),
  );
  return { auditLog, deniedRequests };
}

/** Applies live changes. Each transaction that changes something has its entry in the audit log. */
export const auditedChanges =
  (market: Market, now: () => number): ApplyStream =>
  (chunks, options, caller) =>
    applyLiveChanges(market, chunks, { ...options, onApplied: recorderOf(caller, options.requestId, now) });

/** Settles price changes by their outcomes. Each transaction that settles some has its entry in the audit log. */
export const auditedOutcomes =
  (market: Market, now: () => number): SettleOutcomes =>
  (outcomes, { who, from, requestId }) =>
    market.priceChangeOutcomes.settle(outcomes, (tx, priceChanges) =>
      appendEntry(tx, {
        ...{ atMs: now(), who, from, requestId },
        ...{ operation: 'settlePriceChanges', outcome: 'done', details: { priceChanges } },
      }),
    );

/** Changes notes to sellers. The entry names the note, and not what it says. */
export function auditedNotes(notes: Notes, now: () => number): NoteChanges {
  type Actor = Parameters<NoteChanges['remove']>[1];
  const recorder =
    (operation: string, { id, isPerson, from, requestId }: Actor): RecordNote =>
    (tx, noteId) =>
      appendEntry(tx, {
        ...{ atMs: now(), who: { type: isPerson ? 'operator' : 'client', id }, from, requestId },
        ...{ operation, outcome: 'done', details: { noteId } },
      });
  return {
    create: (draft, by, request) => notes.create({ ...draft, createdBy: by.id }, recorder('createNote', by), request),
    remove: (noteId, by) => notes.remove(noteId, recorder('deleteNote', by)),
  };
}

/** Begins an export of the market, which has an entry in the audit log when it begins and when it ends: it copies what sellers have. */
export const auditedExport =
  ({ market, db, now, log }: Pick<OpenedService, 'market' | 'db' | 'now' | 'log'>): BeginExport =>
  async (part, { who, from, requestId }) => {
    const auditLog = new AuditLog(db);
    const record = (outcome: AuditOutcome, more: object) =>
      auditLog.append({
        ...{ atMs: now(), who, from, requestId, operation: 'exportMarket', outcome },
        details: { ...part, ...more },
      });
    const stream = market.exports.begin(part, ({ outcome, lines }) => {
      // The client has what it has: a log that cannot be written now changes nothing of that, and has the first entry.
      record(outcome, { lines }).catch((err) => log.warn({ err }, 'the end of an export could not be recorded'));
    });
    try {
      if (stream !== undefined) await record('begun', {});
      return stream;
    } catch (error) {
      stream?.destroy();
      throw error;
    }
  };

/** SKUs that an entry names. A seller writes these entries, so their size is bounded: the others are counted. */
const MAX_NAMED = 20;

/**
 * Sets limits and costs. Each transaction that changes some has its entry in the audit log, which the seller reads: the listings, and
 * whether their limits were loosened or tightened. No limit and no cost is in it.
 */
export const auditedLimits =
  (market: Market, now: () => number): SetLimits =>
  (scope, changes, mayLoosen, caller) =>
    market.limits.set(scope, changes, mayLoosen, (tx, skus) => {
      const { by, from, operation, requestId } = caller;
      const isMember = by.isConsole && by.memberId !== undefined;
      const who = isMember
        ? ({ type: 'member', id: by.memberId } as const)
        : ({ type: 'client', id: by.clientId } as const);
      const named = Object.entries(skus).flatMap(([name, list]) =>
        list.length === 0 ? [] : [[name, namedSkus(list)]],
      );
      const details = {
        marketplaceId: scope.marketplaceId,
        ...(!isMember && by.memberId !== undefined && { memberId: by.memberId }),
        listings: Object.fromEntries(named),
      };
      return appendEntry(tx, {
        ...{ atMs: now(), who, from, requestId, operation, outcome: 'done', details, sellerId: scope.sellerId },
      });
    });

const namedSkus = (skus: readonly string[]) => ({ count: skus.length, skus: skus.slice(0, MAX_NAMED) });

function recorderOf({ who, from }: ChangeCaller, requestId: string | undefined, now: () => number): OnApplied {
  const actor = { who, from, requestId };
  const schedules = recordSchedules({ ...actor, by: {} }, now);
  return async (tx, records, outcomes) => {
    const keys = changedKeys(records, outcomes);
    if (keys === undefined) return;
    const details = { records: keys };
    await appendEntry(tx, { atMs: now(), ...actor, operation: 'applyChanges', outcome: 'done', details });
    if (keys.feeSchedule !== undefined) await schedules(tx, records, outcomes);
  };
}
