import type { AuditActor, NewAuditEntry } from '../domain/audit/audit-entry.ts';
import { MINUTE_MS } from '../domain/duration.ts';

/** A request that an application, or a person of the operator, sent without the right that it needs. */
export type DeniedRequest = {
  readonly who: AuditActor;
  readonly from: string;
  readonly operation: string;
  readonly requestId: string;
};

const MAX_PER_MINUTE = 20;

/**
 * Records denied requests, but not each of them, because anybody with a token can send thousands: the first one of an application or person in
 * a minute, and at most 20 of these in a minute.
 */
export class DeniedRequests {
  readonly #record: (entry: NewAuditEntry) => Promise<void>;
  readonly #now: () => number;
  readonly #onFailure: (error: unknown) => void;
  #minute = 0;
  readonly #seen = new Set<string>();

  constructor(
    record: (entry: NewAuditEntry) => Promise<void>,
    now: () => number,
    onFailure: (error: unknown) => void = () => undefined,
  ) {
    this.#record = record;
    this.#now = now;
    this.#onFailure = onFailure;
  }

  /** Runs in the background: the request is answered already. */
  note({ who, from, operation, requestId }: DeniedRequest): void {
    const atMs = this.#now();
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute !== this.#minute) this.#seen.clear();
    this.#minute = minute;
    if (this.#seen.has(who.id) || this.#seen.size >= MAX_PER_MINUTE) return;
    this.#seen.add(who.id);
    const entry: NewAuditEntry = { atMs, who, from, operation, outcome: 'denied', requestId, details: {} };
    void this.#record(entry).catch(this.#onFailure);
  }
}
