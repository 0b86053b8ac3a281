import { type OfferOverrides, own, rival, used } from './offer.ts';

/** The business price and its quantity discounts. */
function business(businessPrice: number, ...tiers: (readonly [quantity: number, price: number])[]): OfferOverrides {
  return { businessPrice, quantityDiscounts: tiers.map(([quantity, price]) => ({ quantity, price })) };
}

/** Item 1: offers with all fields. The demo seller's offer is the cheapest and wins the buy box. */
export const offersOnItem1: readonly Record<string, unknown>[] = [
  own(1, [22.99, 0], {
    ...business(21.99, [5, 21.49], [10, 20.99]),
    conditionNotes: 'New in the original box, with care card.',
    points: 23,
    regularPrice: 24.99,
  }),
  rival('A7BRIGHTHARBOR', 1, [23.99, 0], {
    channel: 'FS',
    ...business(22.79, [6, 22.29], [12, 21.79]),
    conditionNotes: 'Factory sealed.',
    points: 24,
    regularPrice: 25.99,
  }),
  rival('A2DEMORIVAL', 1, [22.49, 2.5], {
    ...business(21.75, [8, 21.25]),
    conditionNotes: 'Brand new, ships the next day.',
    points: 22,
    regularPrice: 23.49,
  }),
  rival('A9COPPERKETTLE', 1, [25.49, 0], {
    ...business(24.25, [4, 23.95], [20, 22.95]),
    conditionNotes: 'New. Gift wrapping on request.',
    points: 25,
    regularPrice: 27.49,
  }),
  rival('A3BARGAINBARN', 1, [19.99, 6.99], {
    ...business(19.49, [10, 18.99]),
    conditionNotes: 'New, box may be dented.',
    points: 20,
    regularPrice: 21.99,
  }),
];

/**
 * Item 2: these offers show every field of the two pricing answers (spec section 2) except OffersAvailableTime, which no answer
 * with offers has (decision 22). `DEMO-SKU-2` shows that one in STORE_CA. Business buyers see a winner of each offer type.
 */
export function offersOnItem2(future: string): Record<string, unknown>[] {
  return [
    own(2, [199.99, 0], {
      channel: 'FS',
      ...business(189.99, [5, 184.99], [10, 179.99], [25, 174.99]),
      conditionNotes: 'New, sealed, with the full two-year warranty.',
      points: 200,
      regularPrice: 229.99,
    }),
    rival('A2DEMORIVAL', 2, [204.99, 4.99], {
      ...business(196.49, [4, 194.99]),
      conditionNotes: 'New. The next delivery is on its way to us.',
      availability: 'FUTURE_WITH_DATE',
      availableDate: future,
      points: 205,
    }),
    rival('A7BRIGHTHARBOR', 2, [209.99, 0], {
      channel: 'FS',
      prime: { isPrime: true, isNationalPrime: false },
      conditionNotes: 'Factory sealed.',
      points: 210,
    }),
    rival('A18CIRCUITWEST', 2, [201.5, 5.99], { subCondition: 'OpenBox', conditionNotes: 'Box opened, never used.' }),
    rival('A11RENEWLAB', 2, [149.99, 0], used('Mint', 'Worn once, with all parts.', { channel: 'FS', points: 150 })),
    rival('A3BARGAINBARN', 2, [129, 7.5], used('Good', 'Light scratches on the left cup.')),
    rival('A5ATTICFINDS', 2, [118, 9], used('Acceptable', 'The cable is not the original one.')),
    rival('A11RENEWLAB', 2, [164.99, 0], {
      channel: 'FS',
      condition: 'Refurbished',
      subCondition: 'RefurbishedWarranty',
      conditionNotes: 'Inspected, new ear pads, one-year warranty.',
    }),
    // Offers on the variation relatives of item 2.
    rival('A7BRIGHTHARBOR', 901, [224.99, 0], { channel: 'FS' }),
    rival('A18CIRCUITWEST', 902, [229.5, 5.99]),
    rival('A7BRIGHTHARBOR', 903, [205.5, 0], { channel: 'FS' }),
  ];
}
