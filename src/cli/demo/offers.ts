import { FS, type OfferOverrides, own, rival, used } from './offer.ts';
import { rivalIds } from './sellers.ts';

/** Dates that stay in the future for years, so that the demo stays correct. */
export type FutureDates = { future: string; laterFuture: string };

/** Items 3 to 14: conditions, categories and sizes. */
// biome-ignore format: a table reads better with one offer per line.
const VARIETY: readonly Record<string, unknown>[] = [
  own(3, [12.5, 3.99], used('VeryGood', 'Clean pages, name on the flyleaf.')),
  rival('A10PAGETURNER', 3, [27.95, 0], FS),
  rival('A10PAGETURNER', 3, [13.2, 3.99], used('Good', 'Some highlighting.')),
  rival('A2DEMORIVAL', 3, [11.75, 3.99], used('Acceptable', 'Loose spine, all pages there.')),
  rival('A5ATTICFINDS', 3, [6, 4.5], used('Poor', 'Water stains. A reading copy.')),

  own(4, [15, 0], FS),
  rival('A2DEMORIVAL', 4, [14.25, 3.5]),
  rival('A13LAKESIDE', 4, [16.5, 0]),

  own(5, [300, 0]),
  rival('A16GEMLINE', 5, [285, 9.5]),
  rival('A5ATTICFINDS', 5, [240, 12], used('VeryGood', 'Resized once, hallmark intact.')),

  own(6, [2000, 0], FS),
  rival('A17HOROLOGY', 6, [2095, 0], { subCondition: 'Warranty', conditionNotes: "With the maker's warranty card." }),
  rival('A17HOROLOGY', 6, [1620, 25], used('Mint', 'Full set, serviced this year.')),

  own(7, [150, 0], FS),
  rival('A18CIRCUITWEST', 7, [148.5, 4.99], { subCondition: 'OEM', conditionNotes: 'Bulk packaging of the maker.' }),
  rival('A7BRIGHTHARBOR', 7, [144.99, 0], FS),

  own(8, [84, 6.5], { condition: 'Collectible', subCondition: 'Mint', conditionNotes: 'Never unboxed.', quantity: 1 }),
  rival('A5ATTICFINDS', 8, [61, 8], { condition: 'Collectible', subCondition: 'Good', conditionNotes: 'Paint worn.' }),
  rival('A12VINYLROOM', 8, [92.5, 0], { condition: 'Collectible', subCondition: 'VeryGood', conditionNotes: 'In its box.' }),

  own(9, [429, 0], {
    channel: 'FS', condition: 'Refurbished', subCondition: 'RefurbishedWarranty',
    conditionNotes: 'New battery, one-year warranty.', businessPrice: 415, quantityDiscounts: [{ quantity: 5, price: 405 }],
  }),
  rival('A11RENEWLAB', 9, [435, 0], { condition: 'Refurbished', subCondition: 'Refurbished', conditionNotes: 'Tested.' }),
  rival('A8NORTHGATE', 9, [629, 0], FS),
  rival('A3BARGAINBARN', 9, [349, 15], used('Other', 'Without charger.')),

  own(10, [9.5, 2.99], { condition: 'Club', subCondition: 'Club', conditionNotes: 'Pressed for a record club.' }),
  rival('A12VINYLROOM', 10, [10.25, 2.99], { condition: 'Club', subCondition: 'Club', conditionNotes: 'Club stamp on the case.' }),
  rival('A10PAGETURNER', 10, [12.98, 0], FS),

  own(11, [229, 0], FS),
  rival('A20BLUEDOOR', 11, [219, 24.5]),
  rival('A2DEMORIVAL', 11, [235, 0]),

  own(12, [899, 0], FS),
  rival('A8NORTHGATE', 12, [879, 89]),

  own(13, [8.99, 0], FS),
  rival('A14SIERRATOOLS', 13, [7.49, 2.25]),
  rival('A27QUICKCART', 13, [9.25, 0], FS),

  own(14, [34, 0], FS),
  rival('A15PETPANTRY', 14, [32.5, 0], FS),
  rival('A2DEMORIVAL', 14, [32.99, 4.5]),
];

/** Items 15 to 18: the statuses (decision 22). */
// biome-ignore format: a table reads better with one offer per line.
function statuses({ future, laterFuture }: FutureDates): Record<string, unknown>[] {
  return [
    own(15, [48, 5], { quantity: 3 }),

    own(16, [159, 0], { quantity: 0 }),
    rival('A2DEMORIVAL', 16, [155, 0], { active: false }),
    rival('A13LAKESIDE', 16, [162, 0], { availability: 'FUTURE_WITHOUT_DATE' }),

    own(17, [69.99, 0], { channel: 'FS', startTime: future }),
    rival('A2DEMORIVAL', 17, [64.99, 3.99], { startTime: laterFuture }),

    own(18, [109, null]),
    rival('A14SIERRATOOLS', 18, [112, null]),
    rival('A26IRONBRIDGE', 18, [105, 0], { quantity: 0 }),
  ];
}

/** The rivals' offers on item 19: more than the 20 offers that an answer shows. */
const MANY_RIVALS = 25;

/** Every third offer is FS. Prices rise in steps of 0.25, so that the demo seller's offer is the sixth. */
const MANY_OFFERS: readonly Record<string, unknown>[] = [
  own(19, [18.6, 0]),
  ...rivalIds.slice(0, MANY_RIVALS).map((sellerId, index) => {
    const terms: OfferOverrides = index % 3 === 0 ? FS : {};
    return rival(sellerId, 19, [(1750 + 25 * index) / 100, 0], terms);
  }),
];

const LAST: readonly Record<string, unknown>[] = [
  own(20, [18.4, 0], FS),
  rival('A19SUNFLOWER', 20, [15.99, 0], FS),
  rival('A24HARVESTLANE', 20, [14.75, 1.99]),
  rival('A2DEMORIVAL', 20, [17.5, 0]),

  own(21, [26.5, 0], { conditionNotes: 'Neu, im Etui. 新品。', sku: 'DEMO/SKU 21,é' }),
  rival('A2DEMORIVAL', 21, [25.9, 1.5]),
];

/** The location of the Canadian FS warehouse. */
const CANADIAN_FS = { state: 'ON', country: 'CA' };

/** Offers in STORE_CA: another currency, minimum, closing and per-item fees, and tax on fees. */
// biome-ignore format: a table reads better with one offer per line.
function canadian({ future }: FutureDates): Record<string, unknown>[] {
  return [
    own(1, [31.99, 0]),
    rival('A2DEMORIVAL', 1, [30.49, 4.99]),
    rival('A6MAPLEDEPOT', 1, [33.5, 0]),
    // The only offer on item 2 in STORE_CA: its answer has OffersAvailableTime.
    own(2, [279.99, 0], { channel: 'FS', startTime: future }),
    own(3, [15.5, 4.5], used('VeryGood', 'Clean pages, name on the flyleaf.')),
    rival('A2DEMORIVAL', 3, [14.75, 4.5], used('Good', 'Some highlighting.')),
    own(4, [6.5, 0], FS),
    rival('A6MAPLEDEPOT', 4, [7.25, 0]),
  ].map((one) => ({ ...one, marketplaceId: 'STORE_CA', ...(one.channel === 'FS' && { shipsFrom: CANADIAN_FS }) }));
}

/** All offers except those on items 1 and 2, which are in `offers-in-full.ts`. */
export function otherOffers(dates: FutureDates): Record<string, unknown>[] {
  return [...VARIETY, ...statuses(dates), ...MANY_OFFERS, ...LAST, ...canadian(dates)];
}
