import { skuProblem } from '../../ids.ts';
import { listAt, valueAt } from '../event-payload.ts';
import { subjectOf } from '../event-subject.ts';
import type { CloudEvent } from '../notification.ts';
import { idText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';

/** A page of the console that shows what an event is about. */
export type ConsoleLink = { label: string; url: string };

export type ConsoleOptions = {
  /** The address of the console, absolute or as the page of the message sees it. Absent: there is no console to sign in to. */
  consoleUrl?: string | undefined;
  /** The marketplace in which the reader sees what belongs to none. Absent: none is in the link, and the console chooses. */
  homeMarketplaceId?: string | undefined;
};

/**
 * The page of an event's listing, fees, destination or reports in the console, in the event's marketplace; undefined when the event has none.
 * `console/address.ts` reads these addresses. `told` is the SKU that the text names, if it names one.
 */
export function consoleLink(event: CloudEvent, options: ConsoleOptions, told: string): ConsoleLink | undefined {
  const { consoleUrl, homeMarketplaceId = '' } = options;
  const page = consoleUrl === undefined ? undefined : pageOf(event, told);
  if (page === undefined) return undefined;
  const marketplaceId = marketplaceIdIn(event) || homeMarketplaceId;
  const scope = marketplaceId === '' ? '' : `/marketplaces/${marketplaceId}`;
  return { label: page.label, url: `${consoleUrl}${scope}${page.path}` };
}

/** Whether the links of these events need `homeMarketplaceId`: destinations belong to no marketplace. */
export const needsHomeMarketplace = (events: readonly CloudEvent[]): boolean =>
  events.some((event) => marketplaceIdIn(event) === '');

const marketplaceIdIn = ({ data }: CloudEvent) => idText(data.marketplaceId);

type Page = { label: string; path: string };

function pageOf(event: CloudEvent, told: string): Page | undefined {
  const { type, data } = event;
  switch (type) {
    case 'BUY_BOX_CHANGED':
    case 'ANY_OFFER_CHANGED':
    case 'PRICING_HEALTH':
    case 'PRICE_CHANGED':
      return listingPage(event, told);
    case 'FEE_PROMOTION':
      return feesPage(listAt(data, 'Listings'));
    case 'FEE_CHANGED':
      return feesPage(listAt(data, 'Largest'), valueAt(data, 'EffectiveFrom'));
    case 'DESTINATION_SUSPENDED':
      return destinationPage(listAt(data, 'channelIds').map(idText));
    case 'REPORT_READY':
      return { label: 'Open your reports', path: '/reports' };
    default:
      return undefined;
  }
}

/** The listing that the text names; all listings of the item when it names none of several. */
function listingPage({ type, subject, data }: CloudEvent, told: string): Page {
  const usable = [...new Set(subjectOf({ kind: type, data }).skus)].filter(isInPath);
  const sku = usable.find((one) => shownName(one) === told) ?? (usable.length === 1 ? usable[0] : undefined);
  const customer = valueAt(data, 'CustomerType') === 'Business' ? '?customer=business' : '';
  if (sku !== undefined) return { label: 'Open the listing', path: `/listings/${encoded(sku)}${customer}` };
  const item = idText(subject);
  return { label: 'Open your listings', path: `/listings${item && `?q=${item}`}` };
}

/** The listing that is affected most, and the day from which on. */
function feesPage(listings: readonly unknown[], from?: unknown): Page {
  const sku = valueAt(listings[0], 'SellerSKU');
  const day = typeof from === 'string' && /^\d{4}-\d\d-\d\dT/.test(from) ? from.slice(0, 10) : '';
  const query = [isSku(sku) && `id=${encoded(sku)}`, day && `date=${day}`].filter(Boolean).join('&');
  return { label: 'Open the fees', path: `/fees${query && `?${query}`}` };
}

function destinationPage([id, ...others]: readonly string[]): Page {
  if (id === undefined || id === '' || others.length > 0)
    return { label: 'Open your destinations', path: '/notifications' };
  return { label: 'Open the destination', path: `/notifications/${id}` };
}

const isSku = (sku: unknown): sku is string => typeof sku === 'string' && skuProblem(sku) === undefined;

/** Browsers resolve these two in a path, encoded or not. */
const isInPath = (sku: string) => isSku(sku) && sku !== '.' && sku !== '..';

/** Programs that turn text into links end them at these characters, too. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
