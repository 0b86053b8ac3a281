import type { ListingCount } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { wordsIn } from '../../states/state-words.ts';

/** Above 10,000 the service counts no further. */
const countText = ({ Count, IsExact }: ListingCount) => `${numberText(Count)}${IsExact ? '' : '+'}`;

/** How many listings are in each state. Each leads to its listings. */
export function StatesCard({ counts }: { counts: readonly ListingCount[] }): VNode {
  const shown = counts.filter(({ Count }) => Count > 0);
  const total = counts.reduce((sum, { Count }) => sum + Count, 0);
  const isExact = counts.every(({ IsExact }) => IsExact);
  return html`<section class="card states" aria-labelledby="states-title">
    <h2 id="states-title">Your listings</h2>
    <p class="figure"><strong>${countText({ State: '', Count: total, IsExact: isExact })}</strong> <a href=${hrefOf('/listings')}>See all</a></p>
    <div class="state-bar" aria-hidden="true">${shown.map(({ State, Count }) => html`<i key=${State} data-state=${State} style=${{ flexGrow: Count }}></i>`)}</div>
    <ul class="state-list">
      ${counts.map(
        (count) =>
          html`<li key=${count.State} data-state=${count.State}><a href=${`${hrefOf('/listings')}?state=${count.State}`}>${wordsIn(listingStates, count.State).label}</a><span>${countText(count)}</span></li>`,
      )}
    </ul>
  </section>`;
}
