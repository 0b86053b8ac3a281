import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { priceChangesMode } from '../../price-changes-mode.ts';
import { place, setQuery } from '../../router.ts';

type LimitsCardProps = { box: BoxExplanation; onChanged: () => void };

/** The limits that no change of the seller's side crosses, and the cost. They are asked for when the seller wants to see them. */
export function LimitsCard({ box, onChanged }: LimitsCardProps): VNode | null {
  if (priceChangesMode.value === 'off') return null;
  // In the address, so that they are open again after a sign-in.
  const isOpen = place.value.query.get('limits') === 'open';
  return html`<section class="card">
    <h2>Limits and cost</h2>
    <p class="soft small">No price change, by whomever at your side, crosses them. They change no price by themselves.</p>
    ${isOpen ? html`<${OpenLimits} box=${box} onChanged=${onChanged} />` : html`<button type="button" onClick=${() => setQuery({ limits: 'open' })}>Show limits</button>`}
  </section>`;
}

/** What edits limits is a file of its own. */
function OpenLimits(props: LimitsCardProps): VNode {
  const file = useLoad(() => import('./limits-parts.ts'), []);
  return shown(file, ({ Limits }) => html`<${Limits} ...${props} />`, 4);
}
