import { Type } from 'typebox';
import type { Dimensions, Item } from '../../domain/market/item.ts';
import { writeMoney } from '../money.ts';

export const SalesRankings = Type.Array(
  Type.Object(
    {
      ProductCategoryId: Type.String({ description: 'The category.' }),
      Rank: Type.Integer({ description: 'Its place there; 1 sells best.' }),
    },
    { title: 'SalesRank', description: 'How well the item sells in a category.' },
  ),
);

/** What the catalogue knows of an item: an open object in a list of one (decision 24), of none when it knows nothing. */
export function writeAttributeSets(item: Item): object[] {
  const { listPriceMinor, dimensions, weightThousandthsLb } = item;
  const measures = writeDimensions(dimensions, weightThousandthsLb);
  const known = {
    ...item.attributes,
    ...(listPriceMinor === undefined ? {} : { ListPrice: writeMoney(listPriceMinor, item.currency) }),
    ...(measures === undefined ? {} : { ItemDimensions: measures }),
  };
  return Object.keys(known).length === 0 ? [] : [known];
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

/** Variation relatives; none for an item that stands alone. */
export function writeRelationships({ relatives }: Item): object[] {
  if (relatives === undefined) return [];
  return [{ type: 'VARIATION', parentStoreItemId: relatives.parent, childStoreItemIds: relatives.children }];
}

export function writeSalesRankings({ salesRanks }: Item) {
  return salesRanks.map(({ category, rank }) => ({ ProductCategoryId: category, Rank: rank }));
}
