/**
 * Who made a change: an application of the operator, a person at a machine of the operator who ran a command, or a part of the service
 * by itself.
 */
export type AuditActor = { readonly type: 'client' | 'user' | 'service'; readonly id: string };

/**
 * `done` is one change. A command that makes many has one entry when it has `begun`, and one when it has `ended` or `failed`; without
 * the second it was killed. `denied`: the right was missing, and nothing changed.
 */
export const AUDIT_OUTCOMES = ['done', 'begun', 'ended', 'failed', 'denied'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** What somebody did as the operator. */
export type NewAuditEntry = {
  readonly atMs: number;
  readonly who: AuditActor;
  /** The address of the client, or the name of the machine where a command ran. */
  readonly from: string;
  /** The operation of the API, or the command. */
  readonly operation: string;
  readonly outcome: AuditOutcome;
  /** The id of the request, or of the run of a command. */
  readonly requestId?: string | undefined;
  /** Names, kinds and counts. Never the contents of records, never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
};

/** An entry of the log. */
export type AuditEntry = NewAuditEntry & {
  readonly entryId: string;
  /** Without gaps, in the order of the chain. */
  readonly number: number;
  /** See `audit/chain.ts`. */
  readonly digest: string;
};

/** Which entries to read, newest first. `before` is the last entry of the page before. */
export type AuditQuery = {
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly who?: string | undefined;
  readonly operation?: string | undefined;
  readonly before?: AuditPosition | undefined;
  readonly limit: number;
};

export type AuditPosition = { readonly atMs: number; readonly number: number };
