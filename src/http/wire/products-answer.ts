import { Type } from 'typebox';
import type { SeenOffer } from '../../domain/offers.ts';
import { withMyPrices } from './board.ts';
import { CompetitivePricingShape } from './competitive-price.ts';
import { OwnOfferShape, writeOwnOffer } from './own-offer.ts';
import { SalesRankings } from './product.ts';

const money = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const price = { LandedPrice: money(22.99), ListingPrice: money(22.99), Shipping: money(0) };

const example = {
  payload: [
    {
      status: 'Success',
      SellerSKU: 'DEMO-SKU-1',
      storeItemId: 'ITEM000001',
      Product: {
        Identifiers: {
          MarketplaceItem: { MarketplaceId: 'STORE_US', storeItemId: 'ITEM000001' },
          SKUIdentifier: { MarketplaceId: 'STORE_US', SellerId: 'A1DEMOSELLER', SellerSKU: 'DEMO-SKU-1' },
        },
        AttributeSets: [{ Title: 'Enamel stock pot', Brand: 'Larkspur' }],
        Relationships: [],
        CompetitivePricing: {
          CompetitivePrices: [
            {
              CompetitivePriceId: '1',
              Price: price,
              condition: 'New',
              subcondition: 'New',
              offerType: 'B2C',
              belongsToRequester: true,
              sellerId: 'A1DEMOSELLER',
            },
          ],
          NumberOfOfferListings: [
            { Count: 1, condition: 'New' },
            { Count: 1, condition: 'Any' },
          ],
        },
        SalesRankings: [{ ProductCategoryId: 'home_garden_kitchen', Rank: 1412 }],
        Offers: [
          {
            offerType: 'B2C',
            BuyingPrice: price,
            RegularPrice: money(22.99),
            quantityDiscountPrices: [],
            FulfillmentChannel: 'SELLER',
            ItemCondition: 'New',
            ItemSubCondition: 'New',
            SellerSKU: 'DEMO-SKU-1',
          },
        ],
      },
    },
    { status: 'ClientError', SellerSKU: 'NOPE' },
  ],
};

const marketplaceId = Type.String({ description: 'The marketplace.' });
const openObjects = (description: string) =>
  Type.Array(Type.Object({}, { additionalProperties: true }), { description });

const ProductShape = Type.Object(
  {
    Identifiers: Type.Object(
      {
        MarketplaceItem: Type.Object({
          MarketplaceId: marketplaceId,
          storeItemId: Type.String({ description: 'The item.' }),
        }),
        SKUIdentifier: Type.Optional(
          Type.Object({
            MarketplaceId: marketplaceId,
            SellerId: Type.String({ description: 'The caller.' }),
            SellerSKU: Type.String({ description: "The caller's SKU." }),
          }),
        ),
      },
      { title: 'ProductIdentifiers', description: 'SKUIdentifier only when it was asked by SKU.' },
    ),
    AttributeSets: openObjects('What the catalogue knows: open objects.'),
    Relationships: openObjects('Variation relatives: open objects.'),
    CompetitivePricing: CompetitivePricingShape,
    SalesRankings,
    Offers: Type.Array(OwnOfferShape, { description: "The caller's own active offers on the item." }),
  },
  { title: 'Product', description: 'An item, where it stands, and what the caller asks for it.' },
);

export const ProductsAnswer = Type.Object(
  {
    payload: Type.Array(
      Type.Object(
        {
          status: Type.String({ description: 'Success, ClientError (no such identifier) or ServerError.' }),
          SellerSKU: Type.Optional(Type.String({ description: 'The SKU that was asked for.' })),
          storeItemId: Type.Optional(Type.String({ description: 'The item.' })),
          Product: Type.Optional(ProductShape),
        },
        { title: 'ProductResult', description: 'The answer to one identifier; Product only with Success.' },
      ),
      { description: 'One element for each identifier, in the order of the request; duplicates once.' },
    ),
  },
  { title: 'ProductsAnswer', description: 'Competitive prices, and own offers.', examples: [example] },
);

/** One identifier of the request, with what was found for it. */
export type ProductElement = {
  sku: string | undefined;
  itemId: string | undefined;
  /** The pieces written when the market changed; null while there are none, absent when nothing is known. */
  product: string | null | undefined;
  offers: readonly SeenOffer[];
};

export function writeProducts(sellerId: string, marketplace: string, elements: readonly ProductElement[]): string {
  return `{"payload":[${elements.map((element) => writeElement(sellerId, marketplace, element)).join(',')}]}`;
}

function writeElement(sellerId: string, marketplace: string, { sku, itemId, product, offers }: ProductElement): string {
  const status = product === undefined ? 'ClientError' : product === null ? 'ServerError' : 'Success';
  const skuText = sku === undefined ? undefined : JSON.stringify(sku);
  const named = skuText === undefined ? '' : `,"SellerSKU":${skuText}`;
  const item = itemId === undefined ? '' : `,"storeItemId":${JSON.stringify(itemId)}`;
  const head = `{"status":"${status}"${named}${item}`;
  if (typeof product !== 'string') return `${head}}`;
  const skuIdentifier =
    skuText === undefined
      ? ''
      : `,"SKUIdentifier":{"MarketplaceId":"${marketplace}","SellerId":${JSON.stringify(sellerId)},"SellerSKU":${skuText}}`;
  return (
    `${head},"Product":{"Identifiers":{"MarketplaceItem":{"MarketplaceId":"${marketplace}"${item}}${skuIdentifier}},` +
    `${competingWith(sellerId, product)},"Offers":${JSON.stringify(offers.map(writeOwnOffer))}}}`
  );
}

/** The catalogue's own attributes stand before and may look like anything; nothing after can look like the member's name. */
function competingWith(sellerId: string, product: string): string {
  const at = product.lastIndexOf('"CompetitivePricing":');
  return product.slice(0, at) + withMyPrices(sellerId, product.slice(at));
}
