import type { FeesEstimateElement, FeesEstimateResult } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';
import type { Marketplace } from '../../marketplace.ts';
import { type Channel, channels } from './fee-words.ts';

/** What the fees are asked of. */
export type Subject = {
  readonly idType: 'SellerSKU' | 'StoreItemId';
  readonly idValue: string;
  /** The terms of the seller's own offer, if there is an active one. */
  readonly own: Terms | undefined;
};

type Terms = { readonly price: number; readonly shipping: number; readonly channel: Channel };

/** One sale, but for the channel. */
export type Sale = {
  readonly subject: Subject;
  readonly marketplace: Marketplace;
  readonly price: number;
  readonly shipping: number;
  readonly isExpedited: boolean;
};

/** Reads a text as a SKU of the seller, then as an item. Undefined: it is neither. */
export async function findSubject(
  id: string,
  { id: MarketplaceId }: Marketplace,
  signal: AbortSignal,
): Promise<Subject | undefined> {
  const query = { MarketplaceId };
  const bySku = await client.getFeesEstimateForSku({ path: { SellerSKU: id }, query, signal });
  const listing = bySku.payload.FeesEstimateResult;
  if (!isUnknown(listing)) return { idType: 'SellerSKU', idValue: id, own: termsOf(listing) };
  const byItem = await client.getFeesEstimateForItem({ path: { StoreItemId: id }, query, signal });
  const item = byItem.payload.FeesEstimateResult;
  return isUnknown(item) ? undefined : { idType: 'StoreItemId', idValue: id, own: termsOf(item) };
}

const isUnknown = ({ Error: error }: FeesEstimateResult) => error?.Code === 'InvalidParameterValue';

function termsOf({ FeesEstimateIdentifier }: FeesEstimateResult): Terms | undefined {
  const { PriceToEstimateFees: price, IsStoreFulfilled } = FeesEstimateIdentifier;
  if (!price) return undefined;
  const channel = IsStoreFulfilled ? 'FS' : 'SELLER';
  return { price: price.ListingPrice.Amount, shipping: price.Shipping.Amount, channel };
}

export function elementOf(sale: Sale, channel: Channel, price: number = sale.price): FeesEstimateElement {
  const { subject, marketplace, shipping, isExpedited } = sale;
  const money = (Amount: number) => ({ CurrencyCode: marketplace.currency, Amount });
  return {
    IdType: subject.idType,
    IdValue: subject.idValue,
    FeesEstimateRequest: {
      MarketplaceId: marketplace.id,
      IsStoreFulfilled: channel === 'FS',
      PriceToEstimateFees: { ListingPrice: money(price), Shipping: money(shipping) },
      ...(channel === 'FS' && isExpedited ? { OptionalFulfillmentProgram: 'FS_EXPEDITED' } : {}),
    },
  };
}

export type BothChannels = Readonly<Record<Channel, FeesEstimateResult>>;

export async function askBothChannels(sale: Sale, signal: AbortSignal): Promise<BothChannels> {
  const body = channels.map((channel) => elementOf(sale, channel));
  const [FS, SELLER] = await client.getFeesEstimates({ body, query: { explain: true }, signal });
  if (!FS || !SELLER) throw new Error('the answer has not one result for each request');
  return { FS, SELLER };
}
