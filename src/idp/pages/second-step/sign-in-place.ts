import type { Account } from '../../accounts.ts';

/** Where a person signs in: an authorization, or a page of the provider. */
export type SignInPlace = {
  /** The URL of its page and of its forms: a path, perhaps with a query. Half a sign-in counts only where it began. */
  readonly path: string;
  /** An allowed target of its forms beside the provider itself: where an authorization ends. */
  readonly formAction?: string | undefined;
  /** Signs in. Nothing before it gives the browser a session. */
  readonly complete: (account: Account) => Promise<void>;
};
