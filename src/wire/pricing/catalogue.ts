import type { Dimensions, Item } from '../../domain/market/item.ts';
import { writeMoney } from '../money.ts';
import { Type } from '../type.ts';

export const SalesRankings = Type.Array(
  Type.Named('SalesRank', 'How well the item sells in a category.', {
    ProductCategoryId: Type.String('The category of the ranking.'),
    Rank: Type.Integer('The rank of the item in the category; 1 sells best.'),
  }),
);

/** The catalogue attributes of an item: a list of one open object (decision 24), or an empty list without attributes. */
export function writeAttributeSets(item: Item): object[] {
  const { listPriceMinor, dimensions, weightThousandthsLb } = item;
  const measures = writeDimensions(dimensions, weightThousandthsLb);
  const attributes = {
    ...item.attributes,
    ...(listPriceMinor === undefined ? {} : { ListPrice: writeMoney(listPriceMinor, item.currency) }),
    ...(measures === undefined ? {} : { ItemDimensions: measures }),
  };
  return Object.keys(attributes).length === 0 ? [] : [attributes];
}

function writeDimensions(dimensions: Dimensions | undefined, weightThousandthsLb: number | undefined) {
  if (dimensions === undefined && weightThousandthsLb === undefined) return undefined;
  const inches = (hundredths: number | undefined) =>
    hundredths === undefined ? undefined : { Units: 'inches', Value: hundredths / 100 };
  return {
    Length: inches(dimensions?.lengthHundredthsIn),
    Width: inches(dimensions?.widthHundredthsIn),
    Height: inches(dimensions?.heightHundredthsIn),
    Weight: weightThousandthsLb === undefined ? undefined : { Units: 'pounds', Value: weightThousandthsLb / 1000 },
  };
}

/** The variation relatives of an item; an empty list for an item without any. */
export function writeRelationships({ relatives }: Item): object[] {
  if (relatives === undefined) return [];
  return [{ type: 'VARIATION', parentStoreItemId: relatives.parent, childStoreItemIds: relatives.children }];
}

export function writeSalesRankings({ salesRanks }: Item) {
  return salesRanks.map(({ category, rank }) => ({ ProductCategoryId: category, Rank: rank }));
}
