import { MAX_DECIMALS } from '../../money.ts';
import { FEE_TYPES, PROMOTION_KINDS, TIER_MODES } from '../../vocabulary.ts';
import { MARKET } from './envelope.ts';
import {
  BOOLEAN,
  decimal,
  type Field,
  ID,
  integer,
  key,
  listOf,
  MONEY,
  mapOf,
  named,
  object,
  oneOf,
  optional,
  required,
  TIME,
  text,
} from './field.ts';
import { POUND_DECIMALS } from './measure.ts';
import { SIZE_RULE_RULE } from './size-rule.ts';

export const RATE_DECIMALS = 2;
const POUNDS = [0, 100_000] as const;

/** Referral tier of a category. */
export const REFERRAL_TIER = named({
  upTo: optional(
    MONEY,
    'the highest price of the tier, inclusive; null or absent only in the last tier, which has no upper bound',
    null,
  ),
  pct: required(decimal(RATE_DECIMALS, [0, 100]), 'the rate in percent', 15),
});

/** Category. */
export const CATEGORY = named({
  mode: required(oneOf(TIER_MODES), 'band = one rate for the whole price; marginal = each rate on its portion', 'band'),
  tiers: required(listOf(required(object(REFERRAL_TIER), 'a rate up to a price'), [1, 20]), 'in rising order of upTo'),
  minimum: optional(MONEY, 'the minimum referral fee; absent = 0', 0.3),
  media: optional(BOOLEAN, 'media: no referral fee on shipping, but the closing fee; absent = false', false),
  apparel: optional(
    BOOLEAN,
    "the apparel surcharge applies; absent = true when the category's name begins with apparel",
    false,
  ),
});

/** Referral. */
export const REFERRAL = named({
  defaultCategory: required(ID, 'for items of unknown categories', 'everything_else'),
  categories: required(
    mapOf('everything_else', required(object(CATEGORY), 'the referral fee of a category'), 1000),
    'referral fees by category',
  ),
});

/** Closing and per-item fee. */
export const CLOSING = named({
  appliesTo: optional(oneOf(['media']), 'only media categories pay it', 'media'),
  amount: required(MONEY, 'the fee for a unit', 1.8),
});
export const PER_ITEM = named({
  appliesTo: optional(oneOf(['individual plan']), 'only Individual sellers pay it', 'individual plan'),
  amount: required(MONEY, 'the fee for a unit', 0.99),
});

/** Weight rules. */
export const WEIGHT = named({
  dimDivisor: required(integer([1, 100_000]), 'cubic inches per pound of dimensional weight', 139),
  useUnitWeightOnlyBelowLb: required(
    decimal(POUND_DECIMALS, POUNDS),
    'below this unit weight, dimensional weight is ignored',
    1,
  ),
  packagingLb: required(decimal(POUND_DECIMALS, POUNDS), 'packaging weight added to every unit, in pounds', 0.25),
  roundUpTo: required(
    decimal(POUND_DECIMALS, [0.001, 100]),
    'the shipping weight is rounded up to a multiple of this many pounds',
    1,
  ),
});

/** Weight tier. Big and bulky goods have the last three fields, too. */
export const WEIGHT_TIER = named({
  maxLb: required(decimal(POUND_DECIMALS, POUNDS), 'the highest weight of the tier in pounds, inclusive', 20),
  base: required(MONEY, 'the fee for any weight in the tier', 5.75),
  perLb: required(
    MONEY,
    'added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction',
    0.4,
  ),
  overLb: required(decimal(POUND_DECIMALS, POUNDS), 'pounds that the base fee includes', 4),
});

/** Surcharges. */
export const SURCHARGES = named({
  apparel: required(MONEY, 'for apparel categories', 0.5),
  hazmat: required(MONEY, 'for dangerous goods', 0.5),
  priceUnder10: required(MONEY, 'for a listing price under 10', 1),
  oversize: required(MONEY, 'for oversize units: see oversizeWhen', 3),
  additionalOversize: required(MONEY, 'for larger units: see additionalOversizeWhen', 20),
});

const sizeRule = (example: string) =>
  required(text(200, SIZE_RULE_RULE), 'applies when any of the comparisons is true', example);

/** Big and bulky goods. */
export const BIG_AND_BULKY = named({
  when: sizeRule('weight > 150 lb OR longest > 108 in OR longest+girth > 165 in'),
  base: WEIGHT_TIER.base,
  perLb: WEIGHT_TIER.perLb,
  overLb: WEIGHT_TIER.overLb,
});

/** Fulfilment program. */
export const PROGRAM = named({ addition: required(MONEY, 'on top of the fulfilment fee', 2) });

/** Fulfilment. */
export const FULFILLMENT = named({
  weight: required(object(WEIGHT), 'how the shipping weight is computed'),
  tiers: required(listOf(required(object(WEIGHT_TIER), 'a fee up to a weight'), [1, 100]), 'in rising order of maxLb'),
  surcharges: required(object(SURCHARGES), 'all that apply are added'),
  oversizeWhen: sizeRule('longest > 48 in OR median > 30 in OR longest+girth > 105 in'),
  additionalOversizeWhen: sizeRule('longest > 96 in OR longest+girth > 130 in'),
  bigAndBulky: required(object(BIG_AND_BULKY), 'the fee of big and bulky goods, in place of the tiers'),
  programs: required(
    mapOf('FS_STANDARD', required(object(PROGRAM), 'a fulfilment program'), 20),
    'fulfilment programs by name; FS_STANDARD is required',
  ),
});

/** Storage prices. */
export const STORAGE = named({
  perCubicFootMonth: required(mapOf('Jan-Sep', required(MONEY, 'a storage price', 0.75), 20), 'prices by period'),
});

const promotedId = required(ID, 'a category or an item ID', 'ITEM000001');

/** The reduction of a promotion. Its range depends on its kind. */
export const MAX_VALUE = 1_000_000;
export function valueField(decimals: number, max: number): Field<'required'> {
  const description =
    'kind percentage: percent of the fee, at most 100, with at most 2 decimals; kind fixed: an amount, with at most the decimals of the currency';
  return { ...required(decimal(decimals, [0, max]), description, 10), name: 'value' };
}

/** Promotion. */
export const PROMOTION = named({
  promotionId: required(ID, 'the ID, unique in the schedule', 'SPRING-REFERRAL'),
  name: required(text(200), 'the display name', 'Spring: a tenth off referral fees'),
  feeType: required(oneOf(FEE_TYPES), 'the fee it reduces', 'ReferralFee'),
  kind: required(oneOf(PROMOTION_KINDS), 'how it reduces the fee', 'percentage'),
  value: valueField(MAX_DECIMALS, MAX_VALUE),
  minPrice: optional(MONEY, 'the lowest listing price, inclusive', 10),
  maxPrice: optional(MONEY, 'the highest listing price, inclusive', 100),
  from: required(TIME, 'in force from this time', '2026-11-01'),
  until: required(TIME, 'in force until before this time', '2027-01-01'),
  categories: optional(listOf(promotedId, [1, 1000]), 'only for these categories; absent = all'),
  itemIds: optional(listOf(promotedId, [1, 1000]), 'only for these items; absent = all'),
});

export const SCHEDULE = named({
  marketplaceId: MARKET.marketplaceId,
  effectiveFrom: key(TIME, 'in force from this time until the next schedule', '2026-01-01'),
  scheduleId: required(ID, 'the name of the schedule', 'store-us-default'),
  version: required(text(64), 'the edition of the schedule', '2026-01'),
  currency: MARKET.currency,
  taxOnFeesPct: optional(decimal(RATE_DECIMALS, [0, 100]), 'tax on fees in percent; absent = 0', 5),
  referral: required(object(REFERRAL), 'referral fees'),
  closing: optional(object(CLOSING), 'closing fee; absent = 0'),
  perItem: optional(object(PER_ITEM), 'per-item fee; absent = 0'),
  fulfillment: required(object(FULFILLMENT), 'fulfilment fees'),
  storageInformational: optional(object(STORAGE), 'storage prices, for information only'),
  promotions: optional(
    listOf(required(object(PROMOTION), 'a reduction of one fee'), [0, 1000]),
    'fee promotions; absent = none',
  ),
});

export const feeScheduleFields: readonly Field[] = Object.values(SCHEDULE);
