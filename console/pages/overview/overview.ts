import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { client } from '../../api.ts';
import { wasEarly } from '../../begun-calls.ts';
import { PageState } from '../../components/page-state.ts';
import { marketplaceIdOf } from '../../event-facts.ts';
import { html } from '../../html.ts';
import { useLiveReload } from '../../live.ts';
import { type Loaded, shown, useLoad } from '../../load.ts';
import { useRepeat } from '../../use-repeat.ts';
import { FirstSteps } from './first-steps.ts';
import { loadLosses } from './load-losses.ts';
import { loadDeliveries, loadFeeEvents, loadListings } from './load-parts.ts';
import { shareQuestion } from './questions.ts';
import { DeliverySection, FeeSection, ListingSection, rowsOf } from './sections.ts';
import { ShareCard } from './share-card.ts';
import { StatesCard } from './states-card.ts';

/** There are no events for failed deliveries, or for the passing of time. */
const DELIVERIES_MS = 15_000;
const SHARE_MS = 60_000;
/** What was asked before events were followed may have missed a change. */
const ASK_AGAIN_MS = 1_000;

/** Every part loads by itself: one that fails says so in its own place. */
export function Overview({ marketplaceId }: { marketplaceId: string }): VNode {
  const share = useLoad((signal) => loadShare(marketplaceId, signal), []);
  const listings = useLoad((signal) => loadListings(marketplaceId, signal), []);
  const losses = useLoad((signal) => loadLosses(marketplaceId, signal), []);
  const fees = useLoad((signal) => loadFeeEvents(marketplaceId, signal), []);
  const deliveries = useLoad(loadDeliveries, []);
  useLiveReload(
    () => reloadAll(share, listings, losses),
    (event) => marketplaceIdOf(event) === marketplaceId,
  );
  useLiveReload(
    () => reloadAll(fees, losses),
    ({ type }) => type === 'FEE_CHANGED' || type === 'FEE_PROMOTION',
  );
  useLiveReload(deliveries.reload, 'everywhere');
  useRepeat(deliveries.reload, DELIVERIES_MS);
  useRepeat(() => reloadAll(share, fees), SHARE_MS);

  const known = listings.value && losses.value && fees.value && deliveries.value;
  useEffect(() => {
    // Later: the reader has what this would compete with. An unchanged answer costs a 304.
    const timer = known && wasEarly() ? setTimeout(() => reloadAll(share, listings), ASK_AGAIN_MS) : undefined;
    return () => clearTimeout(timer);
  }, [known !== undefined]);
  const all = listings.value && { ...listings.value, losses: losses.value };
  const rows = rowsOf(all, fees.value, deliveries.value);
  const isInOrder = known !== undefined && rows.every((part) => part.length === 0);
  const hasListings = listings.value === undefined || listings.value.counts.some(({ Count }) => Count > 0);
  const hasDestinations = deliveries.value === undefined || deliveries.value.length > 0;
  const arrives = hasDestinations ? ', and everything that was sent has arrived' : '';
  const hint = `No buy box is lost, every offer is eligible, no price loses money, and no fees change soon${arrives}.`;
  return html`<${FirstSteps} hasListings=${hasListings} hasDestinations=${hasDestinations} />
    ${
      hasListings &&
      html`<div class="overview-top">
      ${shown(share, ({ payload }) => html`<${ShareCard} share=${payload} />`, 6)}
      ${isKnownOrComing(listings) && shown(listings, ({ counts }) => html`<${StatesCard} counts=${counts} />`, 6)}
    </div>`
    }
    <p class="hidden" role="status">${known && attentionText(rows.flat().length)}</p>
    ${
      isInOrder && hasListings
        ? html`<${PageState} state="done" hint=${hint} />`
        : html`${hasListings && shown(listings, (value) => html`<${ListingSection} listings=${{ ...value, losses: losses.value }} />`, 4)}
          ${hasListings && losses.error !== undefined && shown(losses, () => html``, 1)}
          ${hasListings && shown(fees, (value) => html`<${FeeSection} events=${value} />`, 2)}
          ${hasDestinations && shown(deliveries, (value) => html`<${DeliverySection} deliveries=${value} />`, 2)}`
    }`;
}

/** A failure is shown once, where the rows would be. */
const isKnownOrComing = ({ value, error }: Loaded<unknown>) => value !== undefined || error === undefined;

function reloadAll(...parts: readonly Loaded<unknown>[]): void {
  for (const { reload } of parts) reload();
}

const loadShare = (MarketplaceId: string, signal: AbortSignal) =>
  client.getBuyBoxShare({ query: shareQuestion(MarketplaceId), signal });

const attentionText = (count: number) =>
  count === 0 ? 'Everything is in order' : `${count} ${count === 1 ? 'thing needs' : 'things need'} attention`;
