import type { ListedEvent } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { moneyText } from '../../components/money.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { timeText } from '../../moments.ts';
import type { Formats } from '../events/summary-parts.ts';
import { type DestinationDeliveries, deliveryRows } from './delivery-rows.ts';
import { feeRows } from './fee-rows.ts';
import { lossRows, lostRows, unhealthyRows } from './listing-rows.ts';
import type { Losses } from './load-losses.ts';
import type { Listings } from './load-parts.ts';
import { type More, RowList } from './row-list.ts';
import type { Row } from './rows.ts';

const formats: Formats = { money: moneyText, date: (at) => timeText(at, 'date') };

/** Rows of each kind of listing; the page of listings has them all. */
const SHOWN = 5;

/** The rows of the three parts; none for a part that is not known. */
export function rowsOf(
  listings: AllListings | undefined,
  fees: readonly ListedEvent[] | undefined,
  deliveries: readonly DestinationDeliveries[] | undefined,
): readonly (readonly Row[])[] {
  const now = Date.now();
  return [
    listings ? listingRows(listings) : [],
    feeRows(fees ?? [], now, formats),
    deliveryRows(deliveries ?? [], now),
  ];
}

/** With what was found about losses, which is looked for apart: the rows of the other listings do not wait for it. */
type AllListings = Listings & { losses: Losses | undefined };

function listingRows({ lost, unhealthy, times, losses }: AllListings): Row[] {
  const write = (amount: Parameters<typeof moneyText>[0]) => moneyText(amount);
  return [
    ...lostRows(lost, times, write).slice(0, SHOWN),
    ...lossRows(losses?.listings ?? [], write).slice(0, SHOWN),
    ...unhealthyRows(unhealthy, write).slice(0, SHOWN),
  ];
}

export function ListingSection({ listings }: { listings: AllListings }): VNode {
  const { counts, losses } = listings;
  const ofState = (state: string) => counts.find(({ State }) => State === state);
  const more = [
    { state: 'losing', words: 'lost listings' },
    { state: 'unhealthy', words: 'listings that are not eligible' },
  ].flatMap(({ state, words }): More[] => {
    const found = ofState(state);
    if (!found || found.Count <= SHOWN) return [];
    return [
      {
        text: `All ${numberText(found.Count)}${found.IsExact ? '' : '+'} ${words}`,
        path: `/listings?state=${state}`,
      },
    ];
  });
  const losing = losses?.listings.length ?? 0;
  if (losing > SHOWN) more.push({ text: `${numberText(losing)} that win lose money`, path: '/listings?sort=price' });
  const count = (ofState('losing')?.Count ?? 0) + (ofState('unhealthy')?.Count ?? 0) + losing;
  const note =
    losses && !losses.isAll
      ? `Losses of money: of listings that win, the ${numberText(losses.checked)} cheapest are checked.`
      : undefined;
  return html`<${RowList} title="Listings that need attention" rows=${listingRows(listings)} count=${numberText(count)} more=${more} note=${note} nothing="No buy box is lost, every offer is eligible, and no price loses money." />`;
}

export const FeeSection = ({ events }: { events: readonly ListedEvent[] }): VNode =>
  html`<${RowList} title="Fees" rows=${feeRows(events, Date.now(), formats)} nothing="No fees change soon, and no promotion began or ended this week." />`;

export const DeliverySection = ({ deliveries }: { deliveries: readonly DestinationDeliveries[] }): VNode =>
  html`<${RowList} title="Notifications" rows=${deliveryRows(deliveries, Date.now())} nothing="Everything that was sent has arrived." />`;
