import { decimalFromScaled } from '../../decimal.ts';
import { decimalFromMinor } from '../../money.ts';
import type { Dimensions, Item, ItemKey, Relatives, SalesRank } from '../item.ts';
import { MARKET } from './envelope.ts';
import {
  BOOLEAN,
  type Field,
  ID,
  integer,
  json,
  keyField,
  listOf,
  MONEY,
  named,
  object,
  optionalField,
  requiredField,
  text,
} from './field.ts';
import {
  getMeasure,
  getRequiredMeasure,
  INCH_DECIMALS,
  lengthMeasure,
  POUND_DECIMALS,
  weightMeasure,
} from './measure.ts';
import type { RecordInput, RecordReading } from './reading.ts';

const DIMENSIONS = {
  length: lengthMeasure('length', 12),
  width: lengthMeasure('width', 10),
  height: lengthMeasure('height', 10),
};
const dimensionFields = [
  ...Object.values(DIMENSIONS).map(({ ours }) => ours),
  ...Object.values(DIMENSIONS).map(({ metric }) => metric),
];

const WEIGHT = weightMeasure('weight', 'weight of the packed unit', 6);

const SALES_RANK = named({
  category: requiredField(text(200), 'the ProductCategoryId', 'home_garden_display_on_website'),
  rank: requiredField(integer([1, 1_000_000_000]), '1 is the best seller', 1523),
});

const RELATIVES = named({
  parent: optionalField(ID, 'the variation parent', 'ITEM000900'),
  children: optionalField(listOf(requiredField(ID, 'an item ID', 'ITEM000901'), [0, 2000]), 'the variation children'),
});

const ITEM = named({
  marketplaceId: MARKET.marketplaceId,
  itemId: keyField(ID, 'the StoreItemId', 'ITEM000001'),
  currency: MARKET.currency,
  category: requiredField(
    ID,
    'a category of the fee schedule; an unknown one is charged as the default category',
    'home_garden_kitchen',
  ),
  attributes: optionalField(json(500), 'catalogue data, open: Title, Brand, Color, Size ...', {
    Title: 'Cast iron pan',
    Brand: 'Ember',
    Color: 'Black',
    ProductGroup: 'Kitchen',
  }),
  dimensions: optionalField(object(dimensionFields), 'size of the packed unit; fulfilment fees need it'),
  weightLb: WEIGHT.ours,
  weightKg: WEIGHT.metric,
  listPrice: optionalField(MONEY, "the manufacturer's list price", 29.99),
  competitivePriceThreshold: optionalField(MONEY, 'an offer with a higher landed price cannot win the buy box', 27.5),
  salesRanks: optionalField(
    listOf(requiredField(object(SALES_RANK), 'the rank in one category'), [0, 20]),
    'sales ranks; absent = none',
  ),
  tradeInValue: optionalField(MONEY, 'what the store pays for a used unit', 4.25),
  hazmat: optionalField(BOOLEAN, 'dangerous goods; absent = false', false),
  relatives: optionalField(object(RELATIVES), 'variation parent and children in the same marketplace'),
});

export const itemFields: readonly Field[] = Object.values(ITEM);

export function readItemKey(r: RecordReading, input: RecordInput): ItemKey {
  return {
    marketplaceId: r.id(ITEM.marketplaceId, input.marketplaceId),
    itemId: r.id(ITEM.itemId, input.itemId),
  };
}

export function readItem(r: RecordReading, input: RecordInput): Item | undefined {
  const marketplaceId = r.id(ITEM.marketplaceId, input.marketplaceId);
  r.resolveCurrency(ITEM, marketplaceId, input.currency);
  const itemId = r.id(ITEM.itemId, input.itemId);
  const category = r.id(ITEM.category, input.category);
  const attributes = r.json(ITEM.attributes, input.attributes) ?? {};
  const dimensions = readDimensions(r, input.dimensions);
  const weightThousandthsLb = getMeasure(r, WEIGHT, input);
  const listPriceMinor = r.money(ITEM.listPrice, input.listPrice);
  const thresholdMinor = r.money(ITEM.competitivePriceThreshold, input.competitivePriceThreshold);
  const salesRanks = readSalesRanks(r, input.salesRanks);
  const tradeInValueMinor = r.money(ITEM.tradeInValue, input.tradeInValue);
  const hazmat = r.boolean(ITEM.hazmat, input.hazmat) ?? false;
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

function readDimensions(r: RecordReading, raw: unknown): Dimensions | undefined {
  const input = r.object(ITEM.dimensions, raw);
  if (input === undefined) return undefined;
  r.at(ITEM.dimensions.name);
  const lengthHundredthsIn = getRequiredMeasure(r, DIMENSIONS.length, input);
  const widthHundredthsIn = getRequiredMeasure(r, DIMENSIONS.width, input);
  const heightHundredthsIn = getRequiredMeasure(r, DIMENSIONS.height, input);
  r.at('');
  return { lengthHundredthsIn, widthHundredthsIn, heightHundredthsIn };
}

function readSalesRanks(r: RecordReading, raw: unknown): SalesRank[] {
  const ranks: SalesRank[] = [];
  const list = r.list(ITEM.salesRanks, raw);
  if (list === undefined) return ranks;
  for (let index = 0; index < list.length; index++) {
    r.at(ITEM.salesRanks.name, index);
    const input = r.element(ITEM.salesRanks, list[index]);
    if (input === undefined) continue;
    ranks.push({
      category: r.text(SALES_RANK.category, input.category),
      rank: r.integer(SALES_RANK.rank, input.rank),
    });
  }
  r.at('');
  return ranks;
}

function readRelatives(r: RecordReading, raw: unknown): Relatives | undefined {
  const input = r.object(ITEM.relatives, raw);
  if (input === undefined) return undefined;
  r.at(ITEM.relatives.name);
  const parent = r.id(RELATIVES.parent, input.parent);
  const children = r.ids(RELATIVES.children, input.children) ?? [];
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
