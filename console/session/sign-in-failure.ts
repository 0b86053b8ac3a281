import { SignInError, type SignInFailure } from './sign-in-error.ts';
import { dropSeller } from './wanted-seller.ts';

/** Why there is no token, of whatever was thrown. */
export const failureOf = (error: unknown): SignInFailure =>
  error instanceof SignInError ? error.failure : 'unavailable';

/** Another person has signed in since, or this one does not work for the tab's seller any more: ask again, for whomever it is now. */
export const canDropSeller = (error: unknown): boolean =>
  error instanceof SignInError && error.needsChoice && dropSeller();

/** What the page says about it. */
export const problemText = (error: unknown): string =>
  error instanceof SignInError
    ? error.message
    : 'This browser does not let the console store what a sign-in needs. Allow cookies and site data for this page.';
