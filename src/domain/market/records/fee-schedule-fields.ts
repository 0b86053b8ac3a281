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

/** Referral tier of a category. */
export const REFERRAL_TIER = {
  upTo: optionalField(
    'upTo',
    MONEY,
    'the highest price of the tier, inclusive; null or absent only in the last tier, which has no upper bound',
    null,
  ),
  pct: requiredField('pct', decimal(RATE_DECIMALS, [0, 100]), 'the rate in percent', 15),
};

/** Category. */
export const CATEGORY = {
  mode: requiredField(
    'mode',
    oneOf(TIER_MODES),
    'band = one rate for the whole price; marginal = each rate on its portion',
    'band',
  ),
  tiers: requiredField(
    'tiers',
    listOf(requiredField('tier', object(Object.values(REFERRAL_TIER)), 'a rate up to a price'), [1, 20]),
    'in rising order of upTo',
  ),
  minimum: optionalField('minimum', MONEY, 'the minimum referral fee; absent = 0', 0.3),
  media: optionalField(
    'media',
    BOOLEAN,
    'media: no referral fee on shipping, but the closing fee; absent = false',
    false,
  ),
  apparel: optionalField(
    'apparel',
    BOOLEAN,
    "the apparel surcharge applies; absent = true when the category's name begins with apparel",
    false,
  ),
};

/** Referral. */
export const REFERRAL = {
  defaultCategory: requiredField('defaultCategory', ID, 'for items of unknown categories', 'everything_else'),
  categories: requiredField(
    'categories',
    mapOf(requiredField('everything_else', object(Object.values(CATEGORY)), 'the referral fee of a category'), 1000),
    'referral fees by category',
  ),
};

/** Closing and per-item fee. */
export const CLOSING = {
  appliesTo: optionalField('appliesTo', oneOf(['media']), 'only media categories pay it', 'media'),
  amount: requiredField('amount', MONEY, 'the fee for a unit', 1.8),
};
export const PER_ITEM = {
  appliesTo: optionalField(
    'appliesTo',
    oneOf(['individual plan']),
    'only Individual sellers pay it',
    'individual plan',
  ),
  amount: requiredField('amount', MONEY, 'the fee for a unit', 0.99),
};

/** Weight rules. */
export const WEIGHT = {
  dimDivisor: requiredField('dimDivisor', integer([1, 100_000]), 'cubic inches per pound of dimensional weight', 139),
  useUnitWeightOnlyBelowLb: requiredField(
    'useUnitWeightOnlyBelowLb',
    decimal(POUND_DECIMALS, POUNDS),
    'below this unit weight, dimensional weight is ignored',
    1,
  ),
  packagingLb: requiredField(
    'packagingLb',
    decimal(POUND_DECIMALS, POUNDS),
    'packaging weight added to every unit, in pounds',
    0.25,
  ),
  roundUpTo: requiredField(
    'roundUpTo',
    decimal(POUND_DECIMALS, [0.001, 100]),
    'the shipping weight is rounded up to a multiple of this many pounds',
    1,
  ),
};

/** Weight tier. Big and bulky goods have the last three fields, too. */
export const WEIGHT_TIER = {
  maxLb: requiredField(
    'maxLb',
    decimal(POUND_DECIMALS, POUNDS),
    'the highest weight of the tier in pounds, inclusive',
    20,
  ),
  base: requiredField('base', MONEY, 'the fee for any weight in the tier', 5.75),
  perLb: requiredField(
    'perLb',
    MONEY,
    'added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction',
    0.4,
  ),
  overLb: requiredField('overLb', decimal(POUND_DECIMALS, POUNDS), 'pounds that the base fee includes', 4),
};

/** Surcharges. */
export const SURCHARGES = {
  apparel: requiredField('apparel', MONEY, 'for apparel categories', 0.5),
  hazmat: requiredField('hazmat', MONEY, 'for dangerous goods', 0.5),
  priceUnder10: requiredField('priceUnder10', MONEY, 'for a listing price under 10', 1),
  oversize: requiredField('oversize', MONEY, 'for oversize units: see oversizeWhen', 3),
  additionalOversize: requiredField('additionalOversize', MONEY, 'for larger units: see additionalOversizeWhen', 20),
};

function sizeRuleField(name: string, example: string): Field<'required'> {
  return requiredField(name, text(200, SIZE_RULE_RULE), 'applies when any of the comparisons is true', example);
}

/** Big and bulky goods. */
export const BIG_AND_BULKY = {
  when: sizeRuleField('when', 'weight > 150 lb OR longest > 108 in OR longest+girth > 165 in'),
  base: WEIGHT_TIER.base,
  perLb: WEIGHT_TIER.perLb,
  overLb: WEIGHT_TIER.overLb,
};

/** Fulfilment program. */
export const PROGRAM = { addition: requiredField('addition', MONEY, 'on top of the fulfilment fee', 2) };

/** Fulfilment. */
export const FULFILLMENT = {
  weight: requiredField('weight', object(Object.values(WEIGHT)), 'how the shipping weight is computed'),
  tiers: requiredField(
    'tiers',
    listOf(requiredField('tier', object(Object.values(WEIGHT_TIER)), 'a fee up to a weight'), [1, 100]),
    'in rising order of maxLb',
  ),
  surcharges: requiredField('surcharges', object(Object.values(SURCHARGES)), 'all that apply are added'),
  oversizeWhen: sizeRuleField('oversizeWhen', 'longest > 48 in OR median > 30 in OR longest+girth > 105 in'),
  additionalOversizeWhen: sizeRuleField('additionalOversizeWhen', 'longest > 96 in OR longest+girth > 130 in'),
  bigAndBulky: requiredField(
    'bigAndBulky',
    object(Object.values(BIG_AND_BULKY)),
    'the fee of big and bulky goods, in place of the tiers',
  ),
  programs: requiredField(
    'programs',
    mapOf(requiredField('FS_STANDARD', object(Object.values(PROGRAM)), 'a fulfilment program'), 20),
    'fulfilment programs by name; FS_STANDARD is required',
  ),
};

/** Storage prices. */
export const STORAGE = {
  perCubicFootMonth: requiredField(
    'perCubicFootMonth',
    mapOf(requiredField('Jan-Sep', MONEY, 'a storage price', 0.75), 20),
    'prices by period',
  ),
};

const promotedId = requiredField('id', ID, 'a category or an item ID', 'ITEM000001');

/** The reduction of a promotion. Its range depends on its kind. */
export const MAX_VALUE = 1_000_000;
export function valueField(decimals: number, max: number): Field<'required'> {
  const description =
    'kind percentage: percent of the fee, at most 100, with at most 2 decimals; kind fixed: an amount, with at most the decimals of the currency';
  return requiredField('value', decimal(decimals, [0, max]), description, 10);
}

/** Promotion. */
export const PROMOTION = {
  promotionId: requiredField('promotionId', ID, 'the ID, unique in the schedule', 'SPRING-REFERRAL'),
  name: requiredField('name', text(200), 'the display name', 'Spring: a tenth off referral fees'),
  feeType: requiredField('feeType', oneOf(FEE_TYPES), 'the fee it reduces', 'ReferralFee'),
  kind: requiredField('kind', oneOf(PROMOTION_KINDS), 'how it reduces the fee', 'percentage'),
  value: valueField(MAX_DECIMALS, MAX_VALUE),
  minPrice: optionalField('minPrice', MONEY, 'the lowest listing price, inclusive', 10),
  maxPrice: optionalField('maxPrice', MONEY, 'the highest listing price, inclusive', 100),
  from: requiredField('from', TIME, 'in force from this time', '2026-11-01'),
  until: requiredField('until', TIME, 'in force until before this time', '2027-01-01'),
  categories: optionalField('categories', listOf(promotedId, [1, 1000]), 'only for these categories; absent = all'),
  itemIds: optionalField('itemIds', listOf(promotedId, [1, 1000]), 'only for these items; absent = all'),
};

export const SCHEDULE = {
  marketplaceId: MARKET.marketplaceId,
  effectiveFrom: keyField('effectiveFrom', TIME, 'in force from this time until the next schedule', '2026-01-01'),
  scheduleId: requiredField('scheduleId', ID, 'the name of the schedule', 'store-us-default'),
  version: requiredField('version', text(64), 'the edition of the schedule', '2026-01'),
  currency: MARKET.currency,
  taxOnFeesPct: optionalField(
    'taxOnFeesPct',
    decimal(RATE_DECIMALS, [0, 100]),
    'tax on fees in percent; absent = 0',
    5,
  ),
  referral: requiredField('referral', object(Object.values(REFERRAL)), 'referral fees'),
  closing: optionalField('closing', object(Object.values(CLOSING)), 'closing fee; absent = 0'),
  perItem: optionalField('perItem', object(Object.values(PER_ITEM)), 'per-item fee; absent = 0'),
  fulfillment: requiredField('fulfillment', object(Object.values(FULFILLMENT)), 'fulfilment fees'),
  storageInformational: optionalField(
    'storageInformational',
    object(Object.values(STORAGE)),
    'storage prices, for information only',
  ),
  promotions: optionalField(
    'promotions',
    listOf(requiredField('promotion', object(Object.values(PROMOTION)), 'a reduction of one fee'), [0, 1000]),
    'fee promotions; absent = none',
  ),
};

export const feeScheduleFields: readonly Field[] = Object.values(SCHEDULE);
