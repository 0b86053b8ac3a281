import { MAX_DECIMALS } from '../../money.ts';
import { FEE_TYPES, PROMOTION_KINDS, TIER_MODES } from '../../vocabulary.ts';
import { MARKET } from './envelope.ts';
import {
  booleanField,
  decimalField,
  type Field,
  idField,
  integerField,
  listField,
  mapField,
  moneyField,
  objectField,
  textField,
  timeField,
  wordField,
} from './field.ts';
import { POUND_DECIMALS } from './measure.ts';
import { SIZE_RULE_RULE } from './size-rule.ts';

export const RATE_DECIMALS = 2;
const POUNDS = [0, 100_000] as const;

/** Referral tier of a category. */
export const REFERRAL_TIER = {
  upTo: moneyField(
    'upTo',
    'optional',
    'the highest price of the tier, inclusive; null or absent only in the last tier, which has no upper bound',
    null,
  ),
  pct: decimalField('pct', 'required', RATE_DECIMALS, [0, 100], 'the rate in percent', 15),
};

/** Category. */
export const CATEGORY = {
  mode: wordField(
    'mode',
    'required',
    TIER_MODES,
    'band = one rate for the whole price; marginal = each rate on its portion',
    'band',
  ),
  tiers: listField(
    'tiers',
    'required',
    objectField('tier', 'required', Object.values(REFERRAL_TIER), 'a rate up to a price'),
    [1, 20],
    'in rising order of upTo',
  ),
  minimum: moneyField('minimum', 'optional', 'the minimum referral fee; absent = 0', 0.3),
  media: booleanField(
    'media',
    'optional',
    'media: no referral fee on shipping, but the closing fee; absent = false',
    false,
  ),
  apparel: booleanField(
    'apparel',
    'optional',
    "the apparel surcharge applies; absent = true when the category's name begins with apparel",
    false,
  ),
};

/** Referral. */
export const REFERRAL = {
  defaultCategory: idField('defaultCategory', 'required', 'for items of unknown categories', 'everything_else'),
  categories: mapField(
    'categories',
    'required',
    objectField('everything_else', 'required', Object.values(CATEGORY), 'the referral fee of a category'),
    1000,
    'referral fees by category',
  ),
};

/** Closing and per-item fee. */
export const CLOSING = {
  appliesTo: wordField('appliesTo', 'optional', ['media'], 'only media categories pay it', 'media'),
  amount: moneyField('amount', 'required', 'the fee for a unit', 1.8),
};
export const PER_ITEM = {
  appliesTo: wordField(
    'appliesTo',
    'optional',
    ['individual plan'],
    'only Individual sellers pay it',
    'individual plan',
  ),
  amount: moneyField('amount', 'required', 'the fee for a unit', 0.99),
};

/** Weight rules. */
export const WEIGHT = {
  dimDivisor: integerField('dimDivisor', 'required', [1, 100_000], 'cubic inches per pound of dimensional weight', 139),
  useUnitWeightOnlyBelowLb: decimalField(
    'useUnitWeightOnlyBelowLb',
    'required',
    POUND_DECIMALS,
    POUNDS,
    'below this unit weight, dimensional weight is ignored',
    1,
  ),
  packagingLb: decimalField(
    'packagingLb',
    'required',
    POUND_DECIMALS,
    POUNDS,
    'packaging weight added to every unit, in pounds',
    0.25,
  ),
  roundUpTo: decimalField(
    'roundUpTo',
    'required',
    POUND_DECIMALS,
    [0.001, 100],
    'the shipping weight is rounded up to a multiple of this many pounds',
    1,
  ),
};

/** Weight tier. Big and bulky goods have the last three fields, too. */
export const WEIGHT_TIER = {
  maxLb: decimalField(
    'maxLb',
    'required',
    POUND_DECIMALS,
    POUNDS,
    'the highest weight of the tier in pounds, inclusive',
    20,
  ),
  base: moneyField('base', 'required', 'the fee for any weight in the tier', 5.75),
  perLb: moneyField(
    'perLb',
    'required',
    'added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction',
    0.4,
  ),
  overLb: decimalField('overLb', 'required', POUND_DECIMALS, POUNDS, 'pounds that the base fee includes', 4),
};

/** Surcharges. */
export const SURCHARGES = {
  apparel: moneyField('apparel', 'required', 'for apparel categories', 0.5),
  hazmat: moneyField('hazmat', 'required', 'for dangerous goods', 0.5),
  priceUnder10: moneyField('priceUnder10', 'required', 'for a listing price under 10', 1),
  oversize: moneyField('oversize', 'required', 'for oversize units: see oversizeWhen', 3),
  additionalOversize: moneyField('additionalOversize', 'required', 'for larger units: see additionalOversizeWhen', 20),
};

function sizeRuleField(name: string, example: string): Field<'required'> {
  return textField(name, 'required', 200, 'applies when any of the comparisons is true', example, SIZE_RULE_RULE);
}

/** Big and bulky goods. */
export const BIG_AND_BULKY = {
  when: sizeRuleField('when', 'weight > 150 lb OR longest > 108 in OR longest+girth > 165 in'),
  base: WEIGHT_TIER.base,
  perLb: WEIGHT_TIER.perLb,
  overLb: WEIGHT_TIER.overLb,
};

/** Fulfilment program. */
export const PROGRAM = { addition: moneyField('addition', 'required', 'on top of the fulfilment fee', 2) };

/** Fulfilment. */
export const FULFILLMENT = {
  weight: objectField('weight', 'required', Object.values(WEIGHT), 'how the shipping weight is computed'),
  tiers: listField(
    'tiers',
    'required',
    objectField('tier', 'required', Object.values(WEIGHT_TIER), 'a fee up to a weight'),
    [1, 100],
    'in rising order of maxLb',
  ),
  surcharges: objectField('surcharges', 'required', Object.values(SURCHARGES), 'all that apply are added'),
  oversizeWhen: sizeRuleField('oversizeWhen', 'longest > 48 in OR median > 30 in OR longest+girth > 105 in'),
  additionalOversizeWhen: sizeRuleField('additionalOversizeWhen', 'longest > 96 in OR longest+girth > 130 in'),
  bigAndBulky: objectField(
    'bigAndBulky',
    'required',
    Object.values(BIG_AND_BULKY),
    'the fee of big and bulky goods, in place of the tiers',
  ),
  programs: mapField(
    'programs',
    'required',
    objectField('FS_STANDARD', 'required', Object.values(PROGRAM), 'a fulfilment program'),
    20,
    'fulfilment programs by name; FS_STANDARD is required',
  ),
};

/** Storage prices. */
export const STORAGE = {
  perCubicFootMonth: mapField(
    'perCubicFootMonth',
    'required',
    moneyField('Jan-Sep', 'required', 'a storage price', 0.75),
    20,
    'prices by period',
  ),
};

const promotedId = idField('id', 'required', 'a category or an item ID', 'ITEM000001');

/** The reduction of a promotion. Its range depends on its kind. */
export const MAX_VALUE = 1_000_000;
export function valueField(decimals: number, max: number): Field<'required'> {
  const description =
    'kind percentage: percent of the fee, at most 100, with at most 2 decimals; kind fixed: an amount, with at most the decimals of the currency';
  return decimalField('value', 'required', decimals, [0, max], description, 10);
}

/** Promotion. */
export const PROMOTION = {
  promotionId: idField('promotionId', 'required', 'the ID, unique in the schedule', 'SPRING-REFERRAL'),
  name: textField('name', 'required', 200, 'the display name', 'Spring: a tenth off referral fees'),
  feeType: wordField('feeType', 'required', FEE_TYPES, 'the fee it reduces', 'ReferralFee'),
  kind: wordField('kind', 'required', PROMOTION_KINDS, 'how it reduces the fee', 'percentage'),
  value: valueField(MAX_DECIMALS, MAX_VALUE),
  minPrice: moneyField('minPrice', 'optional', 'the lowest listing price, inclusive', 10),
  maxPrice: moneyField('maxPrice', 'optional', 'the highest listing price, inclusive', 100),
  from: timeField('from', 'required', 'in force from this time', '2026-11-01'),
  until: timeField('until', 'required', 'in force until before this time', '2027-01-01'),
  categories: listField('categories', 'optional', promotedId, [1, 1000], 'only for these categories; absent = all'),
  itemIds: listField('itemIds', 'optional', promotedId, [1, 1000], 'only for these items; absent = all'),
};

export const SCHEDULE = {
  marketplaceId: MARKET.marketplaceId,
  effectiveFrom: timeField('effectiveFrom', 'key', 'in force from this time until the next schedule', '2026-01-01'),
  scheduleId: idField('scheduleId', 'required', 'the name of the schedule', 'store-us-default'),
  version: textField('version', 'required', 64, 'the edition of the schedule', '2026-01'),
  currency: MARKET.currency,
  taxOnFeesPct: decimalField(
    'taxOnFeesPct',
    'optional',
    RATE_DECIMALS,
    [0, 100],
    'tax on fees in percent; absent = 0',
    5,
  ),
  referral: objectField('referral', 'required', Object.values(REFERRAL), 'referral fees'),
  closing: objectField('closing', 'optional', Object.values(CLOSING), 'closing fee; absent = 0'),
  perItem: objectField('perItem', 'optional', Object.values(PER_ITEM), 'per-item fee; absent = 0'),
  fulfillment: objectField('fulfillment', 'required', Object.values(FULFILLMENT), 'fulfilment fees'),
  storageInformational: objectField(
    'storageInformational',
    'optional',
    Object.values(STORAGE),
    'storage prices, for information only',
  ),
  promotions: listField(
    'promotions',
    'optional',
    objectField('promotion', 'required', Object.values(PROMOTION), 'a reduction of one fee'),
    [0, 1000],
    'fee promotions; absent = none',
  ),
};

export const feeScheduleFields: readonly Field[] = Object.values(SCHEDULE);
