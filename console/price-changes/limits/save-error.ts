import { ApiError } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { isExpired } from '../../components/failure.ts';
import { html } from '../../html.ts';
import { saveErrorText } from './save-error-text.ts';

type SaveErrorProps = {
  error: unknown;
  /** Leaves for another sign-in, and keeps what was typed. */
  onSignIn: () => void;
};

/** To loosen a limit needs a recent sign-in: whoever finds an open page must not take the limits away. */
export function SaveError({ error, onSignIn }: SaveErrorProps): VNode | null {
  if (error === undefined) return null;
  const failure = error instanceof ApiError ? error : undefined;
  // A session that has ended is also a notice of the shell, whose new window a browser may block.
  const needsSignIn = failure !== undefined && (failure.signInMaxAgeMs !== undefined || isExpired(failure));
  return html`<p class="field-error" role="alert">${saveErrorText(failure)} ${needsSignIn && html`<button type="button" class="link" onClick=${onSignIn}>Sign in again</button>`}</p>`;
}
