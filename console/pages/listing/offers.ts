import type { BoxExplanation, ItemCondition, OffersPayload } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { client } from '../../api.ts';
import { PageState } from '../../components/page-state.ts';
import { Tabs } from '../../components/tabs.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { setQuery } from '../../router.ts';
import { Ladder } from './ladder-view.ts';

const CONDITIONS: readonly ItemCondition[] = ['New', 'Used', 'Collectible', 'Refurbished', 'Club'];

/** The condition that the reader looks at: that of the listing unless the address says another. */
export const conditionOf = (box: BoxExplanation, query: URLSearchParams): ItemCondition =>
  CONDITIONS.find((condition) => condition === query.get('condition')) ?? box.ItemCondition;

/** Every shown offer, by condition. A new explanation means that the market has changed: the offers are asked again. */
export function Offers({ box, query }: { box: BoxExplanation; query: URLSearchParams }): VNode {
  const { MarketplaceId, SellerSKU, CustomerType } = box;
  const condition = conditionOf(box, query);
  const offers = useLoad(
    (signal) =>
      client.getListingOffers({
        path: { SellerSKU },
        query: { MarketplaceId, ItemCondition: condition, CustomerType },
        signal,
      }),
    [SellerSKU, MarketplaceId, CustomerType, condition, box],
  );
  const choose = (id: string) => setQuery({ condition: id === box.ItemCondition ? undefined : id });
  return html`<section class="card">
    <h2>Offers on this item</h2>
    <p class="soft small">Cheapest first, price and shipping together. ${CustomerType === 'Business' ? 'As business customers see them.' : 'As consumers see them.'}</p>
    <${Tabs} label="Condition" tabs=${tabsOf(box, condition, offers.value?.payload)} current=${condition} onChange=${choose}>
      ${shown(offers, ({ payload }) => html`<${OffersOf} payload=${payload} box=${box} />`, 5)}
    <//>
  </section>`;
}

/** Conditions without offers are left out. */
function tabsOf(box: BoxExplanation, current: ItemCondition, payload: OffersPayload | undefined) {
  const counts = new Map<string, number>();
  for (const { condition, OfferCount } of payload?.Summary.NumberOfOffers ?? [])
    counts.set(condition, (counts.get(condition) ?? 0) + OfferCount);
  return CONDITIONS.filter((id) => id === current || id === box.ItemCondition || counts.has(id)).map((id) => ({
    id,
    label: payload ? html`${id} <span class="soft">${counts.get(id) ?? 0}</span>` : id,
  }));
}

const reasons: Readonly<Record<string, string>> = {
  ActiveButTooSoonForProcessing: 'Every offer on this item starts later.',
  NoOfferDueToMissingShippingCharge: 'An offer lacks its shipping charge. It is on sale once it has one.',
  NoBuyableOffers: 'No offer on this item is active and in stock.',
};

function OffersOf({ payload, box }: { payload: OffersPayload; box: BoxExplanation }): VNode {
  const own = payload.ItemCondition === box.ItemCondition ? box : undefined;
  if (payload.Offers.length === 0)
    return html`<${PageState} state="empty" title="Nobody sells this" hint=${reasons[payload.status] ?? 'There are offers in other conditions.'} />`;
  return html`<${Ladder} offers=${payload.Offers} own=${own} limit=${payload.Summary.CompetitivePriceThreshold} />`;
}
