import { AuthorizationResponseError, OperationProcessingError, ResponseBodyError } from 'oauth4webapi';

/**
 * Why there is no token. `needs-seller`: the provider has to ask the seller, and the request forbade it. `refused`: the answer is not one
 * to a question of this page, or the provider or the seller said no. `unavailable`: it may work in a moment.
 */
export type SignInFailure = 'needs-seller' | 'refused' | 'unavailable';

/** The message is for the seller. */
export class SignInError extends Error {
  readonly failure: SignInFailure;
  /** The person who is signed in works for several sellers, or not for the one that was asked for. */
  readonly needsChoice: boolean;
  constructor(failure: SignInFailure, message: string, needsChoice = false) {
    super(message);
    this.name = 'SignInError';
    this.failure = failure;
    this.needsChoice = needsChoice;
  }
}

/** OpenID Connect Core 3.1.2.6: answers to `prompt=none`. */
const NEEDS_SELLER = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** The failure that an error of the library stands for. */
export function signInErrorOf(error: unknown): SignInError {
  if (error instanceof AuthorizationResponseError) return providerError(error.error);
  if (error instanceof ResponseBodyError) {
    if (error.status === 503 || error.status === 429) return unavailable();
    return new SignInError('refused', `The sign-in could not be completed (${shown(error.error)}). Try again.`);
  }
  if (error instanceof OperationProcessingError) {
    // A wrong `iss` or `state`, or an answer that is none.
    return new SignInError(
      'refused',
      'This sign-in was refused: the answer does not belong to it. Sign in again, and only from this page.',
    );
  }
  return unavailable();
}

function providerError(code: string): SignInError {
  if (NEEDS_SELLER.has(code))
    return new SignInError('needs-seller', 'Sign in to go on.', code === 'account_selection_required');
  if (code === 'access_denied')
    return new SignInError('refused', 'You did not allow the access, so you are not signed in.');
  if (code === 'temporarily_unavailable' || code === 'server_error') return unavailable();
  return new SignInError('refused', `The identity provider refused the sign-in (${shown(code)}).`);
}

const unavailable = () =>
  new SignInError('unavailable', 'The identity provider cannot be reached. Try again in a moment.');

/** Anybody can write a callback's address: no text of it reaches the page but a short code. */
const shown = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : 'unknown error');
