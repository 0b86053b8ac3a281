import type { VNode } from 'preact';
import { Icon } from '../../components/icon.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';

type FirstStepsProps = { hasListings: boolean; hasDestinations: boolean };

/** For a seller who is new: what makes the console useful. It goes away when all is done. */
export function FirstSteps({ hasListings, hasDestinations }: FirstStepsProps): VNode | null {
  if (hasListings && hasDestinations) return null;
  return html`<section class="card first-steps" aria-labelledby="first-steps-title">
    <h2 id="first-steps-title">First steps</h2>
    <ol>
      <${Step} isDone=${hasListings} title="Have an offer in the marketplace">As soon as the marketplace has an offer of yours, it appears under <a href=${hrefOf('/listings')}>Listings</a>, also while it is not on sale.</${Step}>
      <${Step} isDone=${hasDestinations} title="Be told when something changes"><a href=${`${hrefOf('/notifications')}?new`}>Create a destination</a>: by e-mail, SMS, in your browser, or to your own program.</${Step}>
      ${!hasListings && html`<${Step} isDone=${false} title="See the net of a sale">Look up any item under <a href=${hrefOf('/fees')}>Fees</a>, before you offer it.</${Step}>`}
    </ol>
  </section>`;
}

type StepProps = { isDone: boolean; title: string; children?: unknown };

const Step = ({ isDone, title, children }: StepProps): VNode => html`<li class=${isDone ? 'is-done' : ''}>
  <span class="step-mark">${isDone && html`<${Icon} name="check" />`}</span>
  <div><p><strong>${title}</strong>${isDone && html`<span class="hidden"> (done)</span>`}</p><p class="soft">${children}</p></div>
</li>`;
