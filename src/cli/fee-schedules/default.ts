/**
 * The default fee schedule as a record, in USD (decision 19): realistic figures for 33 categories, in both tier modes. An
 * operator replaces it by importing a schedule with the same or a later date.
 */
export function defaultFeeSchedule(marketplaceId = 'STORE_US'): Record<string, unknown> {
  return {
    kind: 'feeSchedule',
    marketplaceId,
    effectiveFrom: '2026-01-01',
    scheduleId: 'store-us-default',
    version: '2026-01',
    currency: 'USD',
    taxOnFeesPct: 0,
    referral: { defaultCategory: 'everything_else', categories: CATEGORIES },
    closing: { appliesTo: 'media', amount: 0 },
    perItem: { appliesTo: 'individual plan', amount: 0 },
    fulfillment: FULFILLMENT,
    storageInformational: {
      perCubicFootMonth: { 'Jan-Sep': 0.75, 'Oct-Dec': 0.75, 'Oct-Dec over 30 days': 2.25 },
    },
    promotions: [],
  };
}

/** [up to and including this price, percent]. The last tier has no upper bound. */
export type Tier = readonly [upTo: number | null, pct: number];

/** The price selects one rate, which applies to the whole price. */
export function band(tiers: readonly Tier[], minimum = 0): Record<string, unknown> {
  return { mode: 'band', tiers: tiers.map(([upTo, pct]) => ({ upTo, pct })), minimum };
}

/** Each rate applies to its own portion of the price. */
export function marginal(tiers: readonly Tier[], minimum = 0): Record<string, unknown> {
  return { ...band(tiers, minimum), mode: 'marginal' };
}

/** One rate, whatever the price. */
export function flat(pct: number, minimum = 0): Record<string, unknown> {
  return band([[null, pct]], minimum);
}

/** As `flat`, but without a referral fee on shipping and with the closing fee. */
export function media(pct: number, minimum = 0): Record<string, unknown> {
  return { ...flat(pct, minimum), media: true };
}

// biome-ignore format: a table reads better with one category per line.
const CATEGORIES = {
  apparel_accessories: band([[15, 5], [20, 10], [null, 15]]),
  appliances_compact: marginal([[300, 12], [null, 8]]),
  appliances_major: flat(8),
  automotive_powersports: flat(12),
  baby: band([[10, 8], [null, 15]]),
  beauty_health_personal: band([[10, 8], [null, 15]]),
  books: media(15),
  camera_photo: flat(8),
  cell_phones: flat(8),
  consumer_electronics: flat(8),
  electronics_accessories: marginal([[100, 15], [null, 8]]),
  furniture: marginal([[200, 15], [null, 10]]),
  grocery: band([[15, 8], [null, 15]]),
  home_garden_kitchen: flat(15),
  industrial_scientific: flat(12),
  jewelry: marginal([[250, 20], [null, 5]]),
  luggage_travel: flat(15),
  music_video_software: media(15),
  musical_instruments: flat(12),
  office_products: flat(15),
  outdoor_power_tools: marginal([[500, 15], [null, 8]]),
  personal_computers: flat(6),
  pet_supplies: flat(15),
  plumbing_heating_cooling: flat(10),
  shoes_handbags_eyewear: flat(15),
  sports_outdoors: flat(15),
  tires_wheels: flat(10),
  tools_home_improvement: flat(15),
  toys_games: flat(15),
  video_game_consoles: flat(8),
  video_games: media(15),
  watches: marginal([[1500, 15], [null, 3]]),
  everything_else: flat(15),
};

// biome-ignore format: a table reads better with one tier per line.
const FULFILLMENT = {
  weight: { dimDivisor: 139, useUnitWeightOnlyBelowLb: 1, packagingLb: 0.25, roundUpTo: 1 },
  tiers: [
    { maxLb: 1,   base: 3.45,  perLb: 0,   overLb: 1 },
    { maxLb: 2,   base: 4.95,  perLb: 0,   overLb: 2 },
    { maxLb: 3,   base: 5.45,  perLb: 0,   overLb: 3 },
    { maxLb: 20,  base: 5.75,  perLb: 0.4, overLb: 4 },
    { maxLb: 30,  base: 15.55, perLb: 0.4, overLb: 21 },
    { maxLb: 50,  base: 19.55, perLb: 0.4, overLb: 31 },
    { maxLb: 150, base: 27.55, perLb: 0.4, overLb: 51 },
  ],
  surcharges: { apparel: 0.5, hazmat: 0.5, priceUnder10: 1, oversize: 3, additionalOversize: 20 },
  oversizeWhen: 'longest > 48 in OR median > 30 in OR longest+girth > 105 in',
  additionalOversizeWhen: 'longest > 96 in OR longest+girth > 130 in',
  bigAndBulky: {
    when: 'weight > 150 lb OR longest > 108 in OR longest+girth > 165 in',
    base: 155, perLb: 0.8, overLb: 90,
  },
  programs: { FS_STANDARD: { addition: 0 }, FS_EXPEDITED: { addition: 2 } },
};
