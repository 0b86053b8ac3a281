import type { ListedEvent } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { moneyText } from '../../components/money.ts';
import { timeText } from '../../components/time.ts';
import { html } from '../../html.ts';
import type { Formats } from '../events/told-parts.ts';
import { deliveryRows, type Told } from './delivery-rows.ts';
import { feeRows } from './fee-rows.ts';
import { lostRows, unhealthyRows } from './listing-rows.ts';
import type { Listings } from './load-parts.ts';
import { type More, RowList } from './row-list.ts';
import type { Row } from './rows.ts';

const formats: Formats = { money: moneyText, date: (at) => timeText(at, 'date') };

/** Rows of each kind of listing; the page of listings has them all. */
const SHOWN = 5;

/** The rows of the three parts; none for a part that is not known. */
export function rowsOf(
  listings: Listings | undefined,
  fees: readonly ListedEvent[] | undefined,
  deliveries: readonly Told[] | undefined,
): readonly (readonly Row[])[] {
  const now = Date.now();
  return [
    listings ? listingRows(listings) : [],
    feeRows(fees ?? [], now, formats),
    deliveryRows(deliveries ?? [], now),
  ];
}

function listingRows({ lost, unhealthy, times }: Listings): Row[] {
  const write = (amount: Parameters<typeof moneyText>[0]) => moneyText(amount);
  return [...lostRows(lost, times, write).slice(0, SHOWN), ...unhealthyRows(unhealthy, write).slice(0, SHOWN)];
}

export function ListingSection({ listings }: { listings: Listings }): VNode {
  const { counts } = listings;
  const ofState = (state: string) => counts.find(({ State }) => State === state);
  const more = [
    { state: 'losing', words: 'lost listings' },
    { state: 'unhealthy', words: 'listings that cannot win' },
  ].flatMap(({ state, words }): More[] => {
    const found = ofState(state);
    if (!found || found.Count <= SHOWN) return [];
    return [
      {
        text: `All ${found.Count.toLocaleString()}${found.IsExact ? '' : '+'} ${words}`,
        path: `/listings?state=${state}`,
      },
    ];
  });
  const count = (ofState('losing')?.Count ?? 0) + (ofState('unhealthy')?.Count ?? 0);
  return html`<${RowList} title="Listings that need attention" rows=${listingRows(listings)} count=${count.toLocaleString()} more=${more} nothing="No buy box is lost, and every offer can win." />`;
}

export const FeeSection = ({ events }: { events: readonly ListedEvent[] }): VNode =>
  html`<${RowList} title="Fees" rows=${feeRows(events, Date.now(), formats)} nothing="No fees change soon, and no promotion began or ended this week." />`;

export const DeliverySection = ({ told }: { told: readonly Told[] }): VNode =>
  html`<${RowList} title="Notifications" rows=${deliveryRows(told, Date.now())} nothing="Everything that was sent has arrived." />`;
