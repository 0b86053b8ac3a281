import { ApiError } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
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
  const needsSignIn = failure?.signInMaxAgeMs !== undefined;
  return html`<p class="field-error" role="alert">${saveErrorText(failure)} ${needsSignIn && html`<button type="button" class="link" onClick=${onSignIn}>Sign in again</button>`}</p>`;
}
