import type { Started } from './authorization.ts';
import { storedName } from './stored-name.ts';

/*
 * What outlives a page. sessionStorage belongs to this tab and holds an authorization that is under way; each entry is removed when it
 * is read, so it works once. localStorage belongs to all tabs, and holds no secret. Tokens are in neither.
 */

/** An authorization for which this tab has left the console. */
export type Pending = Started & {
  readonly returnPath: string;
  readonly silent: boolean;
  /** The tab was signed in, and left to choose another seller. */
  readonly isSwitch: boolean;
};

/** The provider's answer to it, on the way from the callback page to the console. */
export type Answered = Pending & { readonly answer: string };

const PENDING = storedName('sign-in.pending');
const ANSWERED = storedName('sign-in.answered');
const SIGNED_OUT = storedName('signed-out');
const LAST_SIGN_IN = storedName('last-sign-in');
const FRAMED_ISSUER = storedName('framed-issuer');

export const storePending = (pending: Pending): void => sessionStorage.setItem(PENDING, JSON.stringify(pending));
export const takePending = (): Pending | undefined => take<Pending>(PENDING);

export const storeAnswered = (answered: Answered): void => sessionStorage.setItem(ANSWERED, JSON.stringify(answered));
export const takeAnswered = (): Answered | undefined => take<Answered>(ANSWERED);
export const hasAnswered = (): boolean => sessionStorage.getItem(ANSWERED) !== null;

function take<Entry>(key: string): Entry | undefined {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    return text === null ? undefined : (JSON.parse(text) as Entry);
  } catch {
    return undefined;
  }
}

/** Since then nothing signs in until the seller presses "Sign in". */
export const isSignedOut = (): boolean => localStorage.getItem(SIGNED_OUT) !== null;
export const rememberSignOut = (): void => localStorage.setItem(SIGNED_OUT, new Date().toISOString());

/** The seller has signed in with the provider's pages: other tabs may sign in without them now. */
export function rememberSignIn(): void {
  localStorage.removeItem(SIGNED_OUT);
  // Another value each time, or other tabs would not notice.
  localStorage.setItem(LAST_SIGN_IN, crypto.randomUUID());
}

/** Another value after each sign-in with the provider's pages, in any tab. */
export const lastSignIn = (): string | null => localStorage.getItem(LAST_SIGN_IN);

/** The provider that has answered in a hidden frame of this browser: its cookies reach one. */
export const framedIssuer = (): string | null => localStorage.getItem(FRAMED_ISSUER);
export const rememberFramed = (issuer: string): void => localStorage.setItem(FRAMED_ISSUER, issuer);

/** Calls back when another tab signs out, or signs in with the provider's pages. */
export function onOtherTab(callback: (change: 'signed-out' | 'signed-in') => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null) return;
    if (key === SIGNED_OUT) callback('signed-out');
    if (key === LAST_SIGN_IN) callback('signed-in');
  });
}
