import type { ConsoleHarness } from './harness.ts';

const LONG_TITLE =
  'Ember enamelled cast iron Dutch oven with a lid of tempered glass, two silicone handles and a recipe book, 5 quart, midnight blue, for all hobs including induction';
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
export const LONG_SKU = 'WAREHOUSE-7_2026-11_EMBER-DUTCH-OVEN-5QT';

const items = [
  { itemId: 'ITEM990001', Title: LONG_TITLE, sku: LONG_SKU, own: 1_234_567.89, rival: 1_198_765.43 },
  { itemId: 'ITEM990002', Title: LONG_WORD, sku: 'LONG-WORD', own: 248.17, rival: 12_345.67 },
  { itemId: 'ITEM990003', Title: `${LONG_TITLE} ${LONG_WORD}`, sku: 'AA', own: 98_765.43, rival: 98_765.42 },
];

/** Long titles, a long SKU and large amounts in both marketplaces, on each side of the buy box. */
export async function enlargeMarket(harness: ConsoleHarness): Promise<void> {
  const goods = { condition: 'New', subCondition: 'New', channel: 'SELLER', quantity: 1_234 };
  const recordsOf = (marketplaceId: string) => [
    ...items.map(({ itemId, Title }) => ({
      kind: 'item',
      marketplaceId,
      itemId,
      category: 'everything_else',
      attributes: { Title, Brand: 'Ember' },
      weightLb: 6,
    })),
    ...items.flatMap(({ itemId, sku, own, rival }) => [
      {
        kind: 'offer',
        marketplaceId,
        sellerId: 'A1DEMOSELLER',
        sku,
        itemId,
        ...goods,
        listingPrice: own,
        shipping: 2.5,
      },
      {
        kind: 'offer',
        marketplaceId,
        sellerId: 'A2DEMORIVAL',
        sku: `R-${sku}`,
        itemId,
        ...goods,
        listingPrice: rival,
        shipping: 0,
      },
    ]),
  ];
  await harness.operator.change([...recordsOf('STORE_US'), ...recordsOf('STORE_CA')]);
}
