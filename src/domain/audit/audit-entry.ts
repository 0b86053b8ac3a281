/**
 * Who made a change: an application, a person at a machine of the operator who ran a command (`user`), a part of the service by itself, a
 * member of a seller, or somebody of the operator who changed accounts by the API (`operator`): a person, or an application of the
 * operator, whose id the seller must not learn. Members are named by their id (the `sub` of tokens), people of the
 * operator by the id of their account.
 */
export const AUDIT_ACTORS = ['client', 'user', 'service', 'member', 'operator'] as const;
export type AuditActor = { readonly type: (typeof AUDIT_ACTORS)[number]; readonly id: string };

/**
 * `done` is one change. A command that makes many has one entry when it has `begun`, and one when it has `ended` or `failed`; without
 * the second it was killed. `denied`: the right was missing, and nothing changed.
 */
export const AUDIT_OUTCOMES = ['done', 'begun', 'ended', 'failed', 'denied'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** What somebody did as the operator, or to the accounts, members, applications, grants, support sessions and limits of a seller. */
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
  /**
   * The seller whose accounts, members, applications, grants, support sessions or limits this is about: it may read the entry. Never
   * set for a change of the market.
   */
  readonly sellerId?: string | undefined;
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
  /** One of these ids; at least one. */
  readonly who?: readonly string[] | undefined;
  readonly operation?: string | undefined;
  readonly before?: AuditPosition | undefined;
  readonly limit: number;
};

/** Which entries about a seller's own accounts, members, applications, grants and support sessions to read, newest first. */
export type SellerAuditQuery = Pick<AuditQuery, 'fromMs' | 'untilMs' | 'operation' | 'limit'> & {
  readonly sellerId: string;
  readonly before?: SellerAuditPosition | undefined;
};

/** Not by number: gaps between the numbers of a seller's entries would tell it how much the operator changes. */
export type SellerAuditPosition = { readonly atMs: number; readonly entryId: string };

export type AuditPosition = { readonly atMs: number; readonly number: number };
