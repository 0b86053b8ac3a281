import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { WriteButton } from '../../../components/write-button.ts';
import { html } from '../../../html.ts';
import type { FormPart } from './form-part.ts';
import { subscribeBrowser } from './push-subscription.ts';

/** The permission of the browser, which it gives only after a click. */
export function PushField({ values, errors, set, isNew }: FormPart): VNode | undefined {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (!isNew) return undefined;
  const subscribe = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      set({ subscription: await subscribeBrowser() });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The browser did not subscribe.');
    }
    setBusy(false);
  };
  const error = problem ?? errors.mobilePushConfig;
  return html`<div class="field">
    ${values.subscription ? html`<p class="test-outcome" role="status" data-tone="good">This browser is subscribed.</p>` : html`<${WriteButton} type="button" disabled=${isBusy} onClick=${subscribe}>Allow notifications in this browser<//>`}
    <p class="field-hint">The browser asks you once. You can take it back in its settings at any time.</p>
    ${error && html`<p class="field-error" role="alert">${error}</p>`}
  </div>`;
}
