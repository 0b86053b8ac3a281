/**
 * `starting`: the page does not know yet, or goes to the provider. `expired`: there is no next token without the seller; the page stays
 * as it is and offers `signInInWindow`.
 */
type SessionState = 'starting' | 'signed-in' | 'signed-out' | 'expired';

/** What the page shows. `problem` says to the seller why there is no sign-in, where there is something to say. */
export type SessionView = {
  readonly state: SessionState;
  readonly problem?: string | undefined;
  /** The SellerId, if the provider gives it. */
  readonly seller?: string | undefined;
  /** Identifies the seller to other tabs; undefined when the provider does not say who it is. */
  readonly holder?: string | undefined;
  /** In a tab in which a person of the operator sees the console as a seller; `support` while that lasts. */
  readonly isSupport?: boolean;
  readonly support?: { readonly sellerId: string; readonly reason: string; readonly until: string };
};
