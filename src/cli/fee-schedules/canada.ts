import { band, flat, marginal, media } from './default.ts';

/** Minimum referral fees in CAD. Jewelry and watches have a higher one. */
const MIN = 0.4;
const MIN_PRECIOUS = 2;

/**
 * The Canadian fee schedule, in CAD. It shows what the US schedule leaves at zero: minimum referral fees, closing and
 * per-item fees, and tax on fees (decisions 18 and 19).
 */
export function canadianFeeSchedule(marketplaceId = 'STORE_CA'): Record<string, unknown> {
  return {
    kind: 'feeSchedule',
    marketplaceId,
    effectiveFrom: '2026-01-01',
    scheduleId: 'store-ca-default',
    version: '2026-01',
    currency: 'CAD',
    taxOnFeesPct: 5,
    referral: { defaultCategory: 'everything_else', categories: CATEGORIES },
    closing: { appliesTo: 'media', amount: 1 },
    perItem: { appliesTo: 'individual plan', amount: 1.49 },
    fulfillment: FULFILLMENT,
    storageInformational: {
      perCubicFootMonth: { 'Jan-Sep': 0.95, 'Oct-Dec': 1.3, 'Oct-Dec over 30 days': 2.8 },
    },
    promotions: [],
  };
}

// biome-ignore format: a table reads better with one category per line.
const CATEGORIES = {
  apparel_accessories: band([[20, 5], [27, 10], [null, 17]], MIN),
  appliances_compact: marginal([[400, 15], [null, 8]], MIN),
  appliances_major: flat(8, MIN),
  automotive_powersports: flat(12, MIN),
  baby: band([[14, 8], [null, 15]], MIN),
  beauty_health_personal: band([[14, 8], [null, 15]], MIN),
  books: media(15, MIN),
  camera_photo: flat(8, MIN),
  cell_phones: flat(8, MIN),
  consumer_electronics: flat(8, MIN),
  electronics_accessories: marginal([[135, 15], [null, 8]], MIN),
  furniture: marginal([[270, 15], [null, 10]], MIN),
  grocery: band([[20, 8], [null, 15]], MIN),
  home_garden_kitchen: flat(15, MIN),
  industrial_scientific: flat(12, MIN),
  jewelry: marginal([[340, 20], [null, 5]], MIN_PRECIOUS),
  luggage_travel: flat(15, MIN),
  music_video_software: media(15, MIN),
  musical_instruments: flat(12, MIN),
  office_products: flat(15, MIN),
  outdoor_power_tools: marginal([[670, 15], [null, 8]], MIN),
  personal_computers: flat(7, MIN),
  pet_supplies: flat(15, MIN),
  plumbing_heating_cooling: flat(12, MIN),
  shoes_handbags_eyewear: flat(15, MIN),
  sports_outdoors: flat(15, MIN),
  tires_wheels: flat(10, MIN),
  tools_home_improvement: flat(13, MIN),
  toys_games: flat(15, MIN),
  video_game_consoles: flat(8, MIN),
  video_games: media(15, MIN),
  watches: marginal([[2000, 16], [null, 3]], MIN_PRECIOUS),
  everything_else: flat(15, MIN),
};

// biome-ignore format: a table reads better with one tier per line.
const FULFILLMENT = {
  weight: { dimDivisor: 139, useUnitWeightOnlyBelowLb: 1, packagingLb: 0.25, roundUpTo: 0.5 },
  tiers: [
    { maxLb: 1,   base: 5.95,  perLb: 0,    overLb: 1 },
    { maxLb: 2,   base: 7.1,   perLb: 0,    overLb: 2 },
    { maxLb: 5,   base: 7.9,   perLb: 0.55, overLb: 3 },
    { maxLb: 20,  base: 9.4,   perLb: 0.55, overLb: 6 },
    { maxLb: 50,  base: 17.65, perLb: 0.6,  overLb: 21 },
    { maxLb: 150, base: 36.25, perLb: 0.65, overLb: 51 },
  ],
  surcharges: { apparel: 0.65, hazmat: 0.75, priceUnder10: 1.25, oversize: 4.5, additionalOversize: 28 },
  oversizeWhen: 'longest > 48 in OR median > 30 in OR longest+girth > 105 in',
  additionalOversizeWhen: 'longest > 96 in OR longest+girth > 130 in',
  bigAndBulky: {
    when: 'weight > 150 lb OR longest > 108 in OR longest+girth > 165 in',
    base: 210, perLb: 1.1, overLb: 90,
  },
  programs: { FS_STANDARD: { addition: 0 }, FS_EXPEDITED: { addition: 3.5 } },
};
