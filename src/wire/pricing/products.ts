import { ErrorElement } from '../error.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { withMyPrices } from './board.ts';
import { SalesRankings } from './catalogue.ts';
import { CompetitivePricingShape } from './competitive-price.ts';
import { elementError } from './no-product.ts';
import { OwnOfferShape } from './own-offers.ts';

const marketplaceId = Type.String('The marketplace.');

/** The operator chooses the names (decision 24), so nothing can be said about the values. */
const AttributeSet = Type.Object(
  {},
  { title: 'AttributeSet', additionalProperties: true, description: 'Catalogue attributes of an item, by name.' },
);

const RelationshipShape = Type.Object(
  {
    type: openSet(['VARIATION'], 'VARIATION; an open set.'),
    parentStoreItemId: Type.Optional.String('The variation parent of the item.'),
    childStoreItemIds: Type.Optional.Array(Type.String(), 'The variation children of the item.'),
  },
  { title: 'ItemRelationship', additionalProperties: true, description: 'How the item is related to others.' },
);

const ProductShape = Type.Named('Product', "An item with its competitive prices and the caller's own offers on it.", {
  Identifiers: Type.Named('ProductIdentifiers', 'The item. SKUIdentifier is present only when the request is by SKU.', {
    MarketplaceItem: Type.Named('ItemIdentifier', 'An item of a marketplace.', {
      MarketplaceId: marketplaceId,
      storeItemId: Type.String('The item.'),
    }),
    SKUIdentifier: Type.Optional.Named('SkuIdentifier', 'A listing of the caller.', {
      MarketplaceId: marketplaceId,
      SellerId: Type.String('The caller.'),
      SellerSKU: Type.String("The caller's SKU."),
    }),
  }),
  AttributeSets: Type.Array(AttributeSet, 'The catalogue attributes of the item, as open objects.'),
  Relationships: Type.Array(RelationshipShape, 'The variation relatives of the item, as open objects.'),
  CompetitivePricing: CompetitivePricingShape,
  SalesRankings,
  Offers: Type.Array(
    OwnOfferShape,
    "The caller's own active offers on the item, the cheapest first. Of more than 100, the first 100.",
  ),
});

export const ProductsAnswer = Type.Named('ProductsAnswer', "Competitive prices and the caller's own offers.", {
  payload: Type.Array(
    Type.Named('ProductResult', 'The result for one identifier: with Success it has Product, otherwise errors.', {
      status: closedSet(
        ['Success', 'ClientError', 'ServerError'],
        'Success, ClientError (no such identifier) or ServerError.',
      ),
      SellerSKU: Type.Optional.String('The SKU of the request.'),
      storeItemId: Type.Optional.String('The item.'),
      Product: Type.Optional(ProductShape),
      errors: Type.Optional.Array(ErrorElement, { minItems: 1, description: 'Why there is no Product.' }),
    }),
    'One element for each identifier, in the order of the request. Duplicates are answered once.',
  ),
});

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
