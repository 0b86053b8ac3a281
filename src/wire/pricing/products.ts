import { ErrorElement } from '../error.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { withMyPrices } from './board.ts';
import { SalesRankings } from './catalogue.ts';
import { CompetitivePricingShape } from './competitive-price.ts';
import { elementError } from './no-product.ts';
import { OwnOfferShape } from './own-offers.ts';

const marketplaceId = Type.String({ description: 'The marketplace.' });

/** The operator chooses the names (decision 24), so nothing can be said about the values. */
const AttributeSet = Type.Object(
  {},
  { title: 'AttributeSet', additionalProperties: true, description: 'Catalogue attributes of an item, by name.' },
);

const RelationshipShape = Type.Object(
  {
    type: openSet(['VARIATION'], { description: 'VARIATION; an open set.' }),
    parentStoreItemId: Type.Optional(Type.String({ description: 'The variation parent of the item.' })),
    childStoreItemIds: Type.Optional(Type.Array(Type.String(), { description: 'The variation children of the item.' })),
  },
  { title: 'ItemRelationship', additionalProperties: true, description: 'How the item is related to others.' },
);

const ProductShape = Type.Object(
  {
    Identifiers: Type.Object(
      {
        MarketplaceItem: Type.Object(
          { MarketplaceId: marketplaceId, storeItemId: Type.String({ description: 'The item.' }) },
          { title: 'ItemIdentifier', description: 'An item of a marketplace.' },
        ),
        SKUIdentifier: Type.Optional(
          Type.Object(
            {
              MarketplaceId: marketplaceId,
              SellerId: Type.String({ description: 'The caller.' }),
              SellerSKU: Type.String({ description: "The caller's SKU." }),
            },
            { title: 'SkuIdentifier', description: 'A listing of the caller.' },
          ),
        ),
      },
      {
        title: 'ProductIdentifiers',
        description: 'The item. SKUIdentifier is present only when the request is by SKU.',
      },
    ),
    AttributeSets: Type.Array(AttributeSet, { description: 'The catalogue attributes of the item, as open objects.' }),
    Relationships: Type.Array(RelationshipShape, {
      description: 'The variation relatives of the item, as open objects.',
    }),
    CompetitivePricing: CompetitivePricingShape,
    SalesRankings,
    Offers: Type.Array(OwnOfferShape, {
      description: "The caller's own active offers on the item, the cheapest first. Of more than 100, the first 100.",
    }),
  },
  { title: 'Product', description: "An item with its competitive prices and the caller's own offers on it." },
);

export const ProductsAnswer = Type.Object(
  {
    payload: Type.Array(
      Type.Object(
        {
          status: closedSet(['Success', 'ClientError', 'ServerError'], {
            description: 'Success, ClientError (no such identifier) or ServerError.',
          }),
          SellerSKU: Type.Optional(Type.String({ description: 'The SKU of the request.' })),
          storeItemId: Type.Optional(Type.String({ description: 'The item.' })),
          Product: Type.Optional(ProductShape),
          errors: Type.Optional(Type.Array(ErrorElement, { minItems: 1, description: 'Why there is no Product.' })),
        },
        {
          title: 'ProductResult',
          description: 'The result for one identifier: with Success it has Product, otherwise errors.',
        },
      ),
      { description: 'One element for each identifier, in the order of the request. Duplicates are answered once.' },
    ),
  },
  {
    title: 'ProductsAnswer',
    description: "Competitive prices and the caller's own offers.",
  },
);

/** One identifier of the request, and its item. */
export type ProductElement = {
  sku: string | undefined;
  itemId: string | undefined;
  /** The piece that `writeBoard` wrote; null while there is none, absent when the identifier is unknown. */
  product: string | null | undefined;
  /** The caller's own offers, as JSON text. */
  offers: string;
};

export function writeProducts(sellerId: string, marketplaceId: string, elements: readonly ProductElement[]): string {
  const marketplace = `"MarketplaceId":"${marketplaceId}"`;
  const caller = { sellerId, marketplaceId, marketplace, seller: JSON.stringify(sellerId) };
  // Joined once at the end: nested concatenation would copy each text several times.
  const pieces: string[] = ['{"payload":['];
  elements.forEach((element, n) => {
    if (n > 0) pieces.push(',');
    addElement(pieces, caller, element);
  });
  pieces.push(']}');
  return pieces.join('');
}

type ElementCaller = { sellerId: string; marketplaceId: string; marketplace: string; seller: string };

function addElement(pieces: string[], caller: ElementCaller, element: ProductElement): void {
  const { sku, itemId, product, offers } = element;
  const { sellerId, marketplace, seller } = caller;
  const named = sku === undefined ? '' : `,"SellerSKU":${JSON.stringify(sku)}`;
  if (typeof product !== 'string') {
    const status = product === null ? 'ServerError' : 'ClientError';
    const item = itemId === undefined ? '' : `,"storeItemId":${JSON.stringify(itemId)}`;
    const errors = JSON.stringify([elementError(sku, caller.marketplaceId, product === null)]);
    pieces.push(`{"status":"${status}"${named}${item},"errors":${errors}}`);
    return;
  }
  // The id of an existing item comes from the operator and needs no escaping.
  const item = `,"storeItemId":"${itemId}"`;
  const skuIdentifier = sku === undefined ? '' : `,"SKUIdentifier":{${marketplace},"SellerId":${seller}${named}}`;
  pieces.push(
    `{"status":"Success"${named}${item},"Product":{"Identifiers":{"MarketplaceItem":{${marketplace}${item}}${skuIdentifier}},`,
    withMyPrices(sellerId, product),
    ',"Offers":',
    offers,
    '}}',
  );
}
