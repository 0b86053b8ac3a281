import { decimalsOf, fromMinor } from '../../amounts.ts';
import { deliveryStates } from '../../states/delivery.ts';
import { listingStates } from '../../states/listing.ts';
import { priceChangeStates } from '../../states/price-change.ts';
import { type StateTable, stateOptions } from '../../states/state-words.ts';
import { typedMinor } from '../../typed-amount.ts';

/** A field of the form; its value is in the address under `name`. `day`: YYYY-MM-DD, or a local time. `list`: several values. */
export type ReportField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'day' | 'text' | 'list' | 'amount' | 'choice';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string;
};

type ReportTypeWords = { readonly label: string; readonly about: string; readonly fields: readonly ReportField[] };

const times: readonly ReportField[] = [
  { name: 'from', label: 'From', kind: 'day' },
  { name: 'until', label: 'Before', kind: 'day' },
];
const customers = [
  { value: '', label: 'Consumers' },
  { value: 'business', label: 'Business buyers' },
];
const choice = (name: string, label: string, values: Readonly<Record<string, string>>): ReportField => ({
  ...{ name, label, kind: 'choice' },
  options: Object.entries(values).map(([value, text]) => ({ value, label: text })),
});

/** A choice of one state of a table, or all. */
const stateIn = (table: StateTable): ReportField => ({
  ...{ name: 'state', label: 'State', kind: 'choice' },
  options: [{ value: '', label: 'All' }, ...stateOptions(table)],
});

const listingState = stateIn(listingStates);
const listingText: ReportField = {
  ...{ name: 'q', label: 'SKU, item or title', kind: 'text', hint: 'A part of it. Empty: all.' },
};

const eventKinds: Readonly<Record<string, string>> = {
  BUY_BOX_CHANGED: 'Buy box',
  PRICING_HEALTH: 'Offer health',
  ANY_OFFER_CHANGED: 'Changes of offers',
  PRICE_CHANGED: 'Your prices',
  FEE_PROMOTION: 'Fee promotions',
  FEE_CHANGED: 'Fee changes',
  DESTINATION_SUSPENDED: 'Suspended destinations',
};

/** In the order in which the page offers them. */
export const reportTypes: Readonly<Record<string, ReportTypeWords>> = {
  POSITIONS: {
    label: 'Positions',
    about: 'Each listing: its state, prices, the buy box, the winning price and the net',
    fields: [listingState, listingText],
  },
  FEES: {
    label: 'Fees',
    about: 'The fees of one sold unit of each listing, line by line',
    fields: [
      { name: 'id', label: 'SKU or item', kind: 'text', hint: 'Empty: all.' },
      { name: 'date', label: 'Compared with', kind: 'day', hint: 'Empty: the fees of today.' },
    ],
  },
  WHAT_IF: {
    label: 'What if',
    about: 'What a strategy would do with each listing; nothing is changed',
    fields: [
      choice('strategy', 'Strategy', {
        ...{ win: 'Win the buy box', match: 'Match the best', beatBy: 'Beat the best by', setTo: 'Set to' },
      }),
      { name: 'amount', label: 'Amount', kind: 'amount' },
      { name: 'floor', label: 'Lowest price', kind: 'amount' },
      { name: 'customer', label: 'Customers', kind: 'choice', options: customers },
      listingState,
      listingText,
      { name: 'sku', label: 'SKUs', kind: 'list', hint: 'One per line. Empty: those that fit State and text.' },
    ],
  },
  PRICE_HISTORY: {
    label: 'Price history',
    about: 'What the buy box, the lowest prices and your own prices were',
    fields: [...times, { name: 'customer', label: 'Customers', kind: 'choice', options: customers }],
  },
  BUY_BOX_SHARE: { label: 'Buy box share', about: 'How long you held each buy box', fields: times },
  PRICE_CHANGES: {
    label: 'Price changes',
    about: 'What became of each change of your prices',
    fields: [stateIn(priceChangeStates), { name: 'sku', label: 'SKU', kind: 'text', hint: 'Empty: all.' }, ...times],
  },
  EVENTS: {
    label: 'Events',
    about: 'Every event that is kept',
    fields: [
      choice('kind', 'Kind', { '': 'All', ...eventKinds }),
      { name: 'sku', label: 'SKU', kind: 'text', hint: 'A part of it. Empty: all.' },
      ...times,
    ],
  },
  DELIVERIES: {
    label: 'Deliveries',
    about: 'What was sent to your destinations, and what came of it',
    fields: [
      { name: 'channel', label: 'Destination', kind: 'text', hint: 'Its id. Empty: all.' },
      stateIn(deliveryStates),
      { name: 'id', label: 'Delivery or notification', kind: 'text', hint: 'Its id. Empty: all.' },
      ...times,
    ],
  },
};

/** The types are an open set: an unknown one is shown as the API names it. */
export const reportLabel = (type: string): string => reportTypes[type]?.label ?? type;

export const typeIn = (query: URLSearchParams): string => {
  const type = query.get('type') ?? '';
  return Object.hasOwn(reportTypes, type) ? type : 'POSITIONS';
};

type Read = { readonly parameters: Record<string, unknown> } | { readonly missing: string };

/** What the address says, as the service takes it. `missing`: the field whose value is missing or cannot be read. */
export function parametersIn(query: URLSearchParams, type: string, currency: string): Read {
  const value = (name: string) => query.get(name)?.trim() ?? '';
  const given = (name: string, text: unknown) => (text ? { [name]: text } : {});
  const range = { ...given('since', instantOf(value('from'))), ...given('until', instantOf(value('until'))) };
  switch (type) {
    case 'POSITIONS':
      return { parameters: listingParameters(query) };
    case 'FEES':
      return { parameters: { ...given('id', value('id')), ...(value('date') && { asOf: [value('date')] }) } };
    case 'WHAT_IF':
      return whatIfParameters(query, currency);
    case 'PRICE_HISTORY':
      return { parameters: { ...range, ...given('CustomerType', value('customer') === 'business' && 'Business') } };
    case 'PRICE_CHANGES':
      return { parameters: { ...range, ...given('state', value('state')), ...given('SellerSKU', value('sku')) } };
    case 'EVENTS':
      return {
        parameters: {
          ...{ ...range, ...given('query', value('sku')) },
          ...(Object.hasOwn(eventKinds, value('kind')) && { eventTypes: [value('kind')] }),
        },
      };
    case 'DELIVERIES':
      return {
        parameters: {
          ...{ ...range, ...given('channelId', value('channel')) },
          ...{ ...given('state', value('state')), ...given('id', value('id')) },
        },
      };
    default:
      return { parameters: range };
  }
}

/** Chosen SKUs count in place of a state and a text, as on the page "What if". */
function listingParameters(query: URLSearchParams): Record<string, unknown> {
  const SellerSKUs = query.getAll('sku').filter(Boolean);
  if (SellerSKUs.length > 0) return { SellerSKUs };
  const states = (query.get('state') ?? '').split(',').filter(Boolean);
  const text = query.get('q')?.trim() ?? '';
  return { ...(states.length > 0 && { states }), ...(text && { query: text }) };
}

/** A local time is that of the reader; a day is one of UTC. */
function instantOf(text: string): string {
  const ms = isLocalTime(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? text : new Date(ms).toISOString();
}

export const isLocalTime = (text: string): boolean => text.includes('T');

function whatIfParameters(query: URLSearchParams, currency: string): Read {
  const decimals = decimalsOf(currency);
  const money = (name: string) => {
    const text = query.get(name)?.trim() ?? '';
    if (text === '') return undefined;
    const minor = typedMinor(text, decimals);
    return minor === undefined ? Number.NaN : { CurrencyCode: currency, Amount: fromMinor(minor, decimals) };
  };
  const type = query.get('strategy') || 'win';
  const [amount, floor] = [money('amount'), money('floor')];
  if (Number.isNaN(floor)) return { missing: 'floor' };
  const needsAmount = type === 'beatBy' || type === 'setTo';
  if (needsAmount && (amount === undefined || Number.isNaN(amount))) return { missing: 'amount' };
  const strategy = { type, ...(type === 'beatBy' && { amount }), ...(type === 'setTo' && { price: amount }) };
  const isBusiness = query.get('customer') === 'business';
  return {
    parameters: {
      ...{ strategy, ...(floor !== undefined && { floor }) },
      ...{ ...(isBusiness && { CustomerType: 'Business' }), ...listingParameters(query) },
    },
  };
}
