/*
 * A support session: a person of the operator sees the console as one seller (decision 55). The provider keeps it, with the digest of its
 * token.
 */

export const MAX_SUPPORT_MINUTES = 60;

/** What every token of a support session begins with: whoever finds one knows what it is. */
export const SUPPORT_TOKEN_PREFIX = 'support_';

/** `sign-in`: the operator's sign-in ended, as when the password was replaced. */
export type SupportEnd = 'owner' | 'operator' | 'sign-in';

export type SupportSession = {
  readonly sessionId: string;
  readonly sellerId: string;
  /** The person of the operator, or its application. */
  readonly operatorId: string;
  readonly reason: string;
  readonly begunMs: number;
  /** Its token is good until then at the latest. */
  readonly untilMs: number;
  /** Who ended it before; absent when nobody did. */
  readonly endedBy?: SupportEnd | undefined;
  /** When. Absent for `sign-in`. */
  readonly endedMs?: number | undefined;
};

/** A session as the provider shows it: its own clock says whether the session is live. */
export type ShownSupport = SupportSession & { readonly isLive: boolean };

export const shownSupport = (session: SupportSession, nowMs: number): ShownSupport => ({
  ...session,
  isLive: isLiveSupport(session, nowMs),
});

/** A session that has begun. `token`: nobody can read it again. */
export type BegunSupport = ShownSupport & { readonly token: string; readonly isRepeated: boolean };

export const isLiveSupport = ({ endedBy, untilMs }: SupportSession, nowMs: number): boolean =>
  endedBy === undefined && nowMs < untilMs;

/** The position of a session in a list, the newest first. */
export type SupportPosition = { readonly atMs: number; readonly id: string };
