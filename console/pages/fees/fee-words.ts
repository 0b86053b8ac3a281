/** How sellers call what the API names. */
const fees: Readonly<Record<string, string>> = {
  ReferralFee: 'Referral fee',
  VariableClosingFee: 'Closing fee',
  PerItemFee: 'Per-item fee',
  FSFulfillmentFee: 'Fulfilment fee',
};

const surcharges: Readonly<Record<string, string>> = {
  apparel: 'Apparel',
  hazmat: 'Dangerous goods',
  oversize: 'Oversize',
  additionalOversize: 'Additional oversize',
};

/** The list of fees is open: a new one gets its own name in words. */
export const feeName = (type: string): string => fees[type] ?? inWords(type);

/** The bound of the surcharge for low prices, which the API says only in its name: 10 units of the currency. */
export const LOW_PRICE = 10;

export const surchargeName = (name: string, lowPrice: string): string =>
  name === 'priceUnder10' ? `Price under ${lowPrice}` : (surcharges[name] ?? inWords(name));

export const categoryName = (category: string): string => category.replaceAll('_', ' ');

/** `SomeOtherFee` and `someOtherFee` as "Some other fee". */
function inWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type Channel = 'FS' | 'SELLER';

export const channels: readonly Channel[] = ['FS', 'SELLER'];

export const channelName: Readonly<Record<Channel, string>> = { FS: 'The store ships (FS)', SELLER: 'You ship' };
