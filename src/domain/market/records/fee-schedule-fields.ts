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
import { SIZE_RULE_RULE } from './size-rule.ts';

export const RATE_DECIMALS = 2;
export const POUND_DECIMALS = 3;
const POUNDS = [0, 100_000] as const;

/** Referral tier of a category. */
export const T = {
  upTo: moneyField(
    'upTo',
    'optional',
    'inclusive; null or absent = no upper bound, which the last one must have',
    null,
  ),
  pct: decimalField('pct', 'required', RATE_DECIMALS, [0, 100], 'percent', 15),
};

/** Category. */
export const C = {
  mode: wordField('mode', 'required', TIER_MODES, 'one rate for the whole price, or each on its portion', 'band'),
  tiers: listField(
    'tiers',
    'required',
    objectField('tier', 'required', Object.values(T), 'a rate up to a price'),
    [1, 20],
    'rising by upTo',
  ),
  minimum: moneyField('minimum', 'optional', 'least referral fee; absent = 0', 0.3),
  media: booleanField('media', 'optional', 'no fee on shipping, but the closing fee; absent = false', false),
  apparel: booleanField(
    'apparel',
    'optional',
    "the apparel surcharge applies; absent = the category's name begins with apparel",
    false,
  ),
};

/** Referral. */
export const R = {
  defaultCategory: idField('defaultCategory', 'required', 'for items in no category of the list', 'everything_else'),
  categories: mapField(
    'categories',
    'required',
    objectField('everything_else', 'required', Object.values(C), 'how a category is charged'),
    1000,
    'by category',
  ),
};

/** Closing and per-item fee. */
export const CLOSING = {
  appliesTo: wordField('appliesTo', 'optional', ['media'], 'only media categories have it', 'media'),
  amount: moneyField('amount', 'required', 'a unit', 1.8),
};
export const PER_ITEM = {
  appliesTo: wordField('appliesTo', 'optional', ['individual plan'], 'only those sellers pay it', 'individual plan'),
  amount: moneyField('amount', 'required', 'a unit', 0.99),
};

/** Weight rules. */
export const W = {
  dimDivisor: integerField('dimDivisor', 'required', [1, 100_000], 'cubic inches a pound', 139),
  useUnitWeightOnlyBelowLb: decimalField(
    'useUnitWeightOnlyBelowLb',
    'required',
    POUND_DECIMALS,
    POUNDS,
    'lighter than this, dimensional weight is not looked at',
    1,
  ),
  packagingLb: decimalField('packagingLb', 'required', POUND_DECIMALS, POUNDS, 'added to every unit', 0.25),
  roundUpTo: decimalField('roundUpTo', 'required', POUND_DECIMALS, [0.001, 100], 'pounds', 1),
};

/** Weight tier; the last three are also those of big and bulky goods. */
export const L = {
  maxLb: decimalField('maxLb', 'required', POUND_DECIMALS, POUNDS, 'inclusive', 20),
  base: moneyField('base', 'required', 'for any weight in the tier', 5.75),
  perLb: moneyField('perLb', 'required', 'for each pound over overLb', 0.4),
  overLb: decimalField('overLb', 'required', POUND_DECIMALS, POUNDS, 'pounds that the base pays for', 4),
};

/** Surcharges. */
export const U = {
  apparel: moneyField('apparel', 'required', 'apparel categories', 0.5),
  hazmat: moneyField('hazmat', 'required', 'dangerous goods', 0.5),
  priceUnder10: moneyField('priceUnder10', 'required', 'listing price under 10', 1),
  oversize: moneyField('oversize', 'required', 'see oversizeWhen', 3),
  additionalOversize: moneyField('additionalOversize', 'required', 'see additionalOversizeWhen', 20),
};

function sizeRuleField(name: string, example: string): Field<'required'> {
  return textField(name, 'required', 200, 'any of the comparisons is enough', example, SIZE_RULE_RULE);
}

/** Big and bulky goods. */
export const B = {
  when: sizeRuleField('when', 'weight > 150 lb OR longest > 108 in OR longest+girth > 165 in'),
  base: L.base,
  perLb: L.perLb,
  overLb: L.overLb,
};

/** Fulfilment program. */
export const G = { addition: moneyField('addition', 'required', 'on top of the fulfilment fee', 2) };

/** Fulfilment. */
export const M = {
  weight: objectField('weight', 'required', Object.values(W), 'how the shipping weight is found'),
  tiers: listField(
    'tiers',
    'required',
    objectField('tier', 'required', Object.values(L), 'a price up to a weight'),
    [1, 100],
    'rising by maxLb',
  ),
  surcharges: objectField('surcharges', 'required', Object.values(U), 'they add up'),
  oversizeWhen: sizeRuleField('oversizeWhen', 'longest > 48 in OR median > 30 in OR longest+girth > 105 in'),
  additionalOversizeWhen: sizeRuleField('additionalOversizeWhen', 'longest > 96 in OR longest+girth > 130 in'),
  bigAndBulky: objectField('bigAndBulky', 'required', Object.values(B), 'instead of the tiers'),
  programs: mapField(
    'programs',
    'required',
    objectField('FS_STANDARD', 'required', Object.values(G), 'a program'),
    20,
    'by program, FS_STANDARD among them',
  ),
};

/** Storage prices. */
export const O = {
  perCubicFootMonth: mapField(
    'perCubicFootMonth',
    'required',
    moneyField('Jan-Sep', 'required', 'a price', 0.75),
    20,
    'by period',
  ),
};

const promotedId = idField('id', 'required', 'one of them', 'ITEM000001');

/** What a promotion takes off: its range depends on its kind. */
export const MAX_VALUE = 1_000_000;
export function valueField(decimals: number, max: number): Field<'required'> {
  const comment = 'percent of the fee, at most 100, or an amount, as kind says';
  return decimalField('value', 'required', decimals, [0, max], comment, 10);
}

/** Promotion. */
export const P = {
  promotionId: idField('promotionId', 'required', 'its ID, unique in the schedule', 'SPRING-REFERRAL'),
  name: textField('name', 'required', 200, 'its name for people', 'Spring: a tenth off referral fees'),
  feeType: wordField('feeType', 'required', FEE_TYPES, 'the fee it reduces', 'ReferralFee'),
  kind: wordField('kind', 'required', PROMOTION_KINDS, 'how it reduces it', 'percentage'),
  value: valueField(MAX_DECIMALS, MAX_VALUE),
  minPrice: moneyField('minPrice', 'optional', 'least listing price, inclusive', 10),
  maxPrice: moneyField('maxPrice', 'optional', 'greatest listing price, inclusive', 100),
  from: timeField('from', 'required', 'in force from here', '2026-11-01'),
  until: timeField('until', 'required', 'to before here', '2027-01-01'),
  categories: listField('categories', 'optional', promotedId, [1, 1000], 'only for these; absent = all'),
  itemIds: listField('itemIds', 'optional', promotedId, [1, 1000], 'only for these; absent = all'),
};

export const F = {
  marketplaceId: MARKET.marketplaceId,
  effectiveFrom: timeField('effectiveFrom', 'key', 'in force from here until the next one', '2026-01-01'),
  scheduleId: idField('scheduleId', 'required', 'the name of the schedule', 'store-us-default'),
  version: textField('version', 'required', 64, 'which edition of it', '2026-01'),
  currency: MARKET.currency,
  taxOnFeesPct: decimalField('taxOnFeesPct', 'optional', RATE_DECIMALS, [0, 100], 'percent; absent = 0', 5),
  referral: objectField('referral', 'required', Object.values(R), 'referral fees'),
  closing: objectField('closing', 'optional', Object.values(CLOSING), 'closing fee; absent = 0'),
  perItem: objectField('perItem', 'optional', Object.values(PER_ITEM), 'per-item fee; absent = 0'),
  fulfillment: objectField('fulfillment', 'required', Object.values(M), 'fulfilment fees'),
  storageInformational: objectField('storageInformational', 'optional', Object.values(O), 'for information only'),
  promotions: listField(
    'promotions',
    'optional',
    objectField('promotion', 'required', Object.values(P), 'a reduction of one fee'),
    [0, 1000],
    'reductions; absent = none',
  ),
};

export const feeScheduleFields: readonly Field[] = Object.values(F);
