import type { VNode } from 'preact';
import { Brand } from '../components/brand.ts';
import { Time } from '../components/time.ts';
import { SUPPORT_NOTE } from '../components/write-button.ts';
import { session } from '../current-session.ts';
import { html } from '../html.ts';
import { sessionView } from '../session-view.ts';

/** Above every page of a support session: whose console this is, why it is open, and that nothing can be changed. */
export function SupportBanner(): VNode | null {
  const { support } = sessionView.value;
  if (support === undefined) return null;
  return html`<div class="support-banner" role="region" aria-label="Support session">
    <p id=${SUPPORT_NOTE}><strong>Support session: you see the console as seller ${support.sellerId}.</strong> You can change nothing here, and costs are not shown.<span class="support-more"> The seller sees this session and its reason.</span></p>
    <p class="small">Reason: <span class="support-reason">${support.reason}</span> · ends by itself <${Time} at=${support.until} /></p>
    <button type="button" onClick=${() => session.signOut()}>End the session</button>
  </div>`;
}

/** When it is over: nothing of the seller is shown any more. */
export const SupportEnded = (): VNode => html`<main id="main" class="sign-in">
    <div class="brand"><${Brand} /></div>
    <h1>The support session has ended</h1>
    <p class="soft">It ended by itself, or you or an owner of the seller ended it. To go on, begin another one in the operator console. You can close this tab.</p>
    <button type="button" onClick=${() => session.signIn()}>Use this tab as the seller console</button>
  </main>`;
