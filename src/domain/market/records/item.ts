import { decimalFromScaled } from '../../decimal.ts';
import { decimalFromMinor } from '../../money.ts';
import type { Dimensions, Item, ItemKey, Relatives, SalesRank } from '../item.ts';
import { MARKET } from './envelope.ts';
import {
  booleanField,
  decimalField,
  type Field,
  idField,
  integerField,
  jsonField,
  listField,
  moneyField,
  objectField,
  textField,
} from './field.ts';
import {
  getBoolean,
  getDecimal,
  getElement,
  getId,
  getIds,
  getInteger,
  getJson,
  getList,
  getMoney,
  getObject,
  getText,
  type Input,
  type Reading,
  settleCurrency,
} from './reading.ts';

const INCH_DECIMALS = 2;
const POUND_DECIMALS = 3;
/** See `Dimensions`: larger ones would leave the safe integers when multiplied. */
const INCHES = [0.01, 1000] as const;

const D = {
  lengthIn: decimalField('lengthIn', 'required', INCH_DECIMALS, INCHES, 'inches', 12),
  widthIn: decimalField('widthIn', 'required', INCH_DECIMALS, INCHES, 'inches', 10),
  heightIn: decimalField('heightIn', 'required', INCH_DECIMALS, INCHES, 'inches', 10),
};

const S = {
  category: textField('category', 'required', 200, 'the ProductCategoryId', 'home_garden_display_on_website'),
  rank: integerField('rank', 'required', [1, 1_000_000_000], '1 sells best', 1523),
};

const R = {
  parent: idField('parent', 'optional', 'the variation parent', 'ITEM000900'),
  children: listField(
    'children',
    'optional',
    idField('child', 'required', 'an item ID', 'ITEM000901'),
    [0, 2000],
    'the variation children',
  ),
};

const F = {
  marketplaceId: MARKET.marketplaceId,
  itemId: idField('itemId', 'key', 'the StoreItemId', 'ITEM000001'),
  currency: MARKET.currency,
  category: idField('category', 'required', 'a category of the fee schedule, else its default', 'home_garden_kitchen'),
  attributes: jsonField('attributes', 'optional', 500, 'what the catalogue knows: Title, Brand, Color, Size ...', {
    Title: 'Cast iron pan',
    Brand: 'Ember',
    Color: 'Black',
    ProductGroup: 'Kitchen',
  }),
  dimensions: objectField('dimensions', 'optional', Object.values(D), 'of the packed unit; fulfilment fees need them'),
  weightLb: decimalField('weightLb', 'optional', POUND_DECIMALS, [0.001, 100_000], 'pounds, of the packed unit', 6),
  listPrice: moneyField('listPrice', 'optional', "the manufacturer's price", 29.99),
  competitivePriceThreshold: moneyField(
    'competitivePriceThreshold',
    'optional',
    'a landed price above it cannot win the buy box',
    27.5,
  ),
  salesRanks: listField(
    'salesRanks',
    'optional',
    objectField('salesRank', 'required', Object.values(S), 'a place in one category'),
    [0, 20],
    'places among the best sellers; absent = none',
  ),
  tradeInValue: moneyField('tradeInValue', 'optional', 'what the store pays for a used one', 4.25),
  hazmat: booleanField('hazmat', 'optional', 'dangerous goods; absent = false', false),
  relatives: objectField('relatives', 'optional', Object.values(R), 'variation relatives in the same marketplace'),
};

export const itemFields: readonly Field[] = Object.values(F);

export function readItemKey(r: Reading, input: Input): ItemKey {
  return {
    marketplaceId: getId(r, F.marketplaceId, input.marketplaceId),
    itemId: getId(r, F.itemId, input.itemId),
  };
}

export function readItem(r: Reading, input: Input): Item | undefined {
  const marketplaceId = getId(r, F.marketplaceId, input.marketplaceId);
  settleCurrency(r, F, marketplaceId, input.currency);
  const itemId = getId(r, F.itemId, input.itemId);
  const category = getId(r, F.category, input.category);
  const attributes = getJson(r, F.attributes, input.attributes) ?? {};
  const dimensions = readDimensions(r, input.dimensions);
  const weightThousandthsLb = getDecimal(r, F.weightLb, input.weightLb);
  const listPriceMinor = getMoney(r, F.listPrice, input.listPrice);
  const thresholdMinor = getMoney(r, F.competitivePriceThreshold, input.competitivePriceThreshold);
  const salesRanks = readSalesRanks(r, input.salesRanks);
  const tradeInValueMinor = getMoney(r, F.tradeInValue, input.tradeInValue);
  const hazmat = getBoolean(r, F.hazmat, input.hazmat) ?? false;
  const relatives = readRelatives(r, input.relatives);
  if (r.problems !== undefined) return undefined;
  const item: Item = { marketplaceId, itemId, currency: r.currency, category, attributes, salesRanks, hazmat };
  if (dimensions !== undefined) item.dimensions = dimensions;
  if (weightThousandthsLb !== undefined) item.weightThousandthsLb = weightThousandthsLb;
  if (listPriceMinor !== undefined) item.listPriceMinor = listPriceMinor;
  if (thresholdMinor !== undefined) item.competitivePriceThresholdMinor = thresholdMinor;
  if (tradeInValueMinor !== undefined) item.tradeInValueMinor = tradeInValueMinor;
  if (relatives !== undefined) item.relatives = relatives;
  return item;
}

function readDimensions(r: Reading, raw: unknown): Dimensions | undefined {
  const input = getObject(r, F.dimensions, raw);
  if (input === undefined) return undefined;
  r.at(F.dimensions.name);
  const lengthHundredthsIn = getDecimal(r, D.lengthIn, input.lengthIn);
  const widthHundredthsIn = getDecimal(r, D.widthIn, input.widthIn);
  const heightHundredthsIn = getDecimal(r, D.heightIn, input.heightIn);
  r.at('');
  return { lengthHundredthsIn, widthHundredthsIn, heightHundredthsIn };
}

function readSalesRanks(r: Reading, raw: unknown): SalesRank[] {
  const ranks: SalesRank[] = [];
  const list = getList(r, F.salesRanks, raw);
  if (list === undefined) return ranks;
  for (let index = 0; index < list.length; index++) {
    const input = getElement(r, F.salesRanks, F.salesRanks.name, index, list[index]);
    if (input === undefined) continue;
    ranks.push({ category: getText(r, S.category, input.category), rank: getInteger(r, S.rank, input.rank) });
  }
  r.at('');
  return ranks;
}

function readRelatives(r: Reading, raw: unknown): Relatives | undefined {
  const input = getObject(r, F.relatives, raw);
  if (input === undefined) return undefined;
  r.at(F.relatives.name);
  const parent = getId(r, R.parent, input.parent);
  const children = getIds(r, R.children, input.children) ?? [];
  r.at('');
  return parent === undefined ? { children } : { parent, children };
}

export function writeItemKey(key: ItemKey): Record<string, unknown> {
  return { marketplaceId: key.marketplaceId, itemId: key.itemId };
}

export function writeItem(item: Item): Record<string, unknown> {
  const { marketplaceId, itemId, currency, category, attributes, dimensions, salesRanks, hazmat, relatives } = item;
  const record: Record<string, unknown> = { marketplaceId, itemId, currency, category, attributes };
  if (dimensions !== undefined) {
    record.dimensions = {
      lengthIn: decimalFromScaled(dimensions.lengthHundredthsIn, INCH_DECIMALS),
      widthIn: decimalFromScaled(dimensions.widthHundredthsIn, INCH_DECIMALS),
      heightIn: decimalFromScaled(dimensions.heightHundredthsIn, INCH_DECIMALS),
    };
  }
  if (item.weightThousandthsLb !== undefined) {
    record.weightLb = decimalFromScaled(item.weightThousandthsLb, POUND_DECIMALS);
  }
  const amount = (name: string, minor: number | undefined) => {
    if (minor !== undefined) record[name] = decimalFromMinor(minor, currency);
  };
  amount('listPrice', item.listPriceMinor);
  amount('competitivePriceThreshold', item.competitivePriceThresholdMinor);
  record.salesRanks = salesRanks;
  amount('tradeInValue', item.tradeInValueMinor);
  record.hazmat = hazmat;
  if (relatives !== undefined) record.relatives = relatives;
  return record;
}
