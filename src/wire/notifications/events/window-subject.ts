import type { SubjectStates } from '../../../domain/notifications/event-window.ts';
import type { EventKind } from '../../../domain/notifications/notification.ts';

/** What windows look at in an event about an item. */
export type WindowSubject = {
  /** The condition that all of the event is about; '' when there is no single one. */
  condition: string;
  states: SubjectStates;
  /** The states before the event. */
  statesBefore: SubjectStates;
};

type Holder = { sellerId?: string };
type BoxData = {
  ItemCondition?: string;
  CustomerType: string;
  CustomerTypes?: readonly string[];
  offerType: string;
} & {
  BuyBoxPrice?: Holder;
  PreviousBuyBoxPrice?: Holder;
};
type TermsData = { SellerSKU: string; TermsRevision: number };
type HealthData = { Offers?: readonly { SellerSKU: string; Health: string }[] };

/** Reads it from the stored parts: members of `data` as JSON text. */
export function windowSubjectOf(kind: EventKind, itemPart: string, sellerPart: string): WindowSubject {
  switch (kind) {
    case 'BUY_BOX_CHANGED':
      return boxSubject(JSON.parse(`{${itemPart}}`));
    case 'PRICING_HEALTH':
      return healthSubject(JSON.parse(`{${[itemPart, sellerPart].filter((part) => part !== '').join()}}`));
    case 'PRICE_CHANGED':
      return termsSubject(JSON.parse(`{${sellerPart}}`));
    default:
      // The text of ANY_OFFER_CHANGED may have 50 KB: it is not parsed. See `writeOfferChange`.
      return { condition: CONDITION.exec(itemPart)?.[1] ?? '', states: [], statesBefore: [] };
  }
}

const CONDITION = /^"storeItemId":"(?:[^"\\]|\\.)*","ItemCondition":"(\w+)"/;

/** An event about the one box of all customers reports those of both customer types: a later one may be about either alone. */
function boxSubject(data: BoxData): WindowSubject {
  const { ItemCondition = '', CustomerType, CustomerTypes = [CustomerType], offerType } = data;
  const statesOf = (holder: Holder | undefined): SubjectStates =>
    CustomerTypes.map((customer) => [`${customer}/${offerType}`, holder?.sellerId ?? '']);
  return {
    condition: ItemCondition,
    states: statesOf(data.BuyBoxPrice),
    statesBefore: statesOf(data.PreviousBuyBoxPrice),
  };
}

function healthSubject({ Offers = [] }: HealthData): WindowSubject {
  return {
    condition: '',
    states: Offers.map(({ SellerSKU, Health }) => [SellerSKU, Health]),
    statesBefore: Offers.map(({ SellerSKU, Health }) => [
      SellerSKU,
      Health === 'UNHEALTHY' ? 'RECOVERED' : 'UNHEALTHY',
    ]),
  };
}

/** Each revision is another state, so that the latest one of a SKU replaces those before it. */
function termsSubject({ SellerSKU, TermsRevision }: TermsData): WindowSubject {
  return {
    condition: '',
    states: [[SellerSKU, String(TermsRevision)]],
    statesBefore: [[SellerSKU, String(TermsRevision - 1)]],
  };
}
