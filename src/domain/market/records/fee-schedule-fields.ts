import { MAX_DECIMALS } from '../../money.ts';
import { FEE_TYPES, PROMOTION_KINDS, TIER_MODES } from '../../vocabulary.ts';
import { MARKET } from './envelope.ts';
import {
  BOOLEAN,
  decimal,
  type Field,
  ID,
  integer,
  keyField,
  listOf,
  MONEY,
  mapOf,
  named,
  object,
  oneOf,
  optionalField,
  requiredField,
  TIME,
  text,
} from './field.ts';
import { POUND_DECIMALS } from './measure.ts';
import { SIZE_RULE_RULE } from './size-rule.ts';

export const RATE_DECIMALS = 2;
const POUNDS = [0, 100_000] as const;

export const REFERRAL_TIER = named({
  upTo: optionalField(
    MONEY,
    'the highest price of the tier, inclusive; null or absent only in the last tier, which has no upper bound',
    null,
  ),
  pct: requiredField(decimal(RATE_DECIMALS, [0, 100]), 'the rate in percent', 15),
});

export const CATEGORY = named({
  mode: requiredField(
    oneOf(TIER_MODES),
    'band = one rate for the whole price; marginal = each rate on its portion',
    'band',
  ),
  tiers: requiredField(
    listOf(requiredField(object(REFERRAL_TIER), 'a rate up to a price'), [1, 20]),
    'in rising order of upTo',
  ),
  minimum: optionalField(MONEY, 'the minimum referral fee; absent = 0', 0.3),
  media: optionalField(BOOLEAN, 'media: no referral fee on shipping, but the closing fee; absent = false', false),
  apparel: optionalField(
    BOOLEAN,
    "the apparel surcharge applies; absent = true when the category's name begins with apparel",
    false,
  ),
});

export const REFERRAL = named({
  defaultCategory: requiredField(ID, 'for items of unknown categories', 'everything_else'),
  categories: requiredField(
    mapOf('everything_else', requiredField(object(CATEGORY), 'the referral fee of a category'), 1000),
    'referral fees by category',
  ),
});

export const CLOSING = named({
  appliesTo: optionalField(oneOf(['media']), 'only media categories pay it', 'media'),
  amount: requiredField(MONEY, 'the fee for a unit', 1.8),
});
export const PER_ITEM = named({
  appliesTo: optionalField(oneOf(['individual plan']), 'only Individual sellers pay it', 'individual plan'),
  amount: requiredField(MONEY, 'the fee for a unit', 0.99),
});

export const WEIGHT = named({
  dimDivisor: requiredField(integer([1, 100_000]), 'cubic inches per pound of dimensional weight', 139),
  useUnitWeightOnlyBelowLb: requiredField(
    decimal(POUND_DECIMALS, POUNDS),
    'below this unit weight, dimensional weight is ignored',
    1,
  ),
  packagingLb: requiredField(decimal(POUND_DECIMALS, POUNDS), 'packaging weight added to every unit, in pounds', 0.25),
  roundUpTo: requiredField(
    decimal(POUND_DECIMALS, [0.001, 100]),
    'the shipping weight is rounded up to a multiple of this many pounds',
    1,
  ),
});

/** Weight tier. Big and bulky goods have the last three fields, too. */
export const WEIGHT_TIER = named({
  maxLb: requiredField(decimal(POUND_DECIMALS, POUNDS), 'the highest weight of the tier in pounds, inclusive', 20),
  base: requiredField(MONEY, 'the fee for any weight in the tier', 5.75),
  perLb: requiredField(
    MONEY,
    'added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction',
    0.4,
  ),
  overLb: requiredField(decimal(POUND_DECIMALS, POUNDS), 'pounds that the base fee includes', 4),
});

export const SURCHARGES = named({
  apparel: requiredField(MONEY, 'for apparel categories', 0.5),
  hazmat: requiredField(MONEY, 'for dangerous goods', 0.5),
  priceUnder10: requiredField(MONEY, 'for a listing price under 10', 1),
  oversize: requiredField(MONEY, 'for oversize units: see oversizeWhen', 3),
  additionalOversize: requiredField(MONEY, 'for larger units: see additionalOversizeWhen', 20),
});

const sizeRule = (example: string) =>
  requiredField(text(200, SIZE_RULE_RULE), 'applies when any of the comparisons is true', example);

export const BIG_AND_BULKY = named({
  when: sizeRule('weight > 150 lb OR longest > 108 in OR longest+girth > 165 in'),
  base: WEIGHT_TIER.base,
  perLb: WEIGHT_TIER.perLb,
  overLb: WEIGHT_TIER.overLb,
});

export const PROGRAM = named({ addition: requiredField(MONEY, 'on top of the fulfilment fee', 2) });

export const FULFILLMENT = named({
  weight: requiredField(object(WEIGHT), 'how the shipping weight is computed'),
  tiers: requiredField(
    listOf(requiredField(object(WEIGHT_TIER), 'a fee up to a weight'), [1, 100]),
    'in rising order of maxLb',
  ),
  surcharges: requiredField(object(SURCHARGES), 'all that apply are added'),
  oversizeWhen: sizeRule('longest > 48 in OR median > 30 in OR longest+girth > 105 in'),
  additionalOversizeWhen: sizeRule('longest > 96 in OR longest+girth > 130 in'),
  bigAndBulky: requiredField(object(BIG_AND_BULKY), 'the fee of big and bulky goods, in place of the tiers'),
  programs: requiredField(
    mapOf('FS_STANDARD', requiredField(object(PROGRAM), 'a fulfilment program'), 20),
    'fulfilment programs by name; FS_STANDARD is required',
  ),
});

export const STORAGE = named({
  perCubicFootMonth: requiredField(
    mapOf('Jan-Sep', requiredField(MONEY, 'a storage price', 0.75), 20),
    'prices by period',
  ),
});

const promotedId = requiredField(ID, 'a category or an item ID', 'ITEM000001');

/** The reduction of a promotion. Its range depends on its kind. */
export const MAX_VALUE = 1_000_000;
export function valueField(decimals: number, max: number): Field<'required'> {
  const description =
    'kind percentage: percent of the fee, at most 100, with at most 2 decimals; kind fixed: an amount, with at most the decimals of the currency';
  return { ...requiredField(decimal(decimals, [0, max]), description, 10), name: 'value' };
}

export const PROMOTION = named({
  promotionId: requiredField(ID, 'the ID, unique in the schedule', 'SPRING-REFERRAL'),
  name: requiredField(text(200), 'the display name', 'Spring: a tenth off referral fees'),
  feeType: requiredField(oneOf(FEE_TYPES), 'the fee it reduces', 'ReferralFee'),
  kind: requiredField(oneOf(PROMOTION_KINDS), 'how it reduces the fee', 'percentage'),
  value: valueField(MAX_DECIMALS, MAX_VALUE),
  minPrice: optionalField(MONEY, 'the lowest listing price, inclusive', 10),
  maxPrice: optionalField(MONEY, 'the highest listing price, inclusive', 100),
  from: requiredField(TIME, 'in force from this time', '2026-11-01'),
  until: requiredField(TIME, 'in force until before this time', '2027-01-01'),
  categories: optionalField(listOf(promotedId, [1, 1000]), 'only for these categories; absent = all'),
  itemIds: optionalField(listOf(promotedId, [1, 1000]), 'only for these items; absent = all'),
});

export const SCHEDULE = named({
  marketplaceId: MARKET.marketplaceId,
  effectiveFrom: keyField(TIME, 'in force from this time until the next schedule', '2026-01-01'),
  scheduleId: requiredField(ID, 'the name of the schedule', 'store-us-default'),
  version: requiredField(text(64), 'the edition of the schedule', '2026-01'),
  currency: MARKET.currency,
  taxOnFeesPct: optionalField(decimal(RATE_DECIMALS, [0, 100]), 'tax on fees in percent; absent = 0', 5),
  referral: requiredField(object(REFERRAL), 'referral fees'),
  closing: optionalField(object(CLOSING), 'closing fee; absent = 0'),
  perItem: optionalField(object(PER_ITEM), 'per-item fee; absent = 0'),
  fulfillment: requiredField(object(FULFILLMENT), 'fulfilment fees'),
  storageInformational: optionalField(object(STORAGE), 'storage prices, for information only'),
  promotions: optionalField(
    listOf(requiredField(object(PROMOTION), 'a reduction of one fee'), [0, 1000]),
    'fee promotions; absent = none',
  ),
});

export const feeScheduleFields: readonly Field[] = Object.values(SCHEDULE);
