import type { Static } from 'typebox';
import type { WantedChange } from '../../../domain/price-changes/wanted-change.ts';
import { Type } from '../../type.ts';
import { unknownKeyWarnings } from '../../unknown-key-warnings.ts';
import type { Warning } from '../../warning.ts';
import { type MoneyOf, StrategyReading } from '../position/strategy-reading.ts';
import { MAX_WHAT_IF_LISTINGS, whatIfBodyFields, whatIfListingFields } from '../position/what-if-request.ts';
import { readWantedTerms, WantedTermsShape } from './terms.ts';

/** In one request: as many as `whatIf` takes, so that what it showed can be sent as it is. */
export const MAX_PRICE_CHANGES = MAX_WHAT_IF_LISTINGS;

const MAX_WARNINGS = 20;

const ConfirmShape = Type.Optional.Boolean(
  'The caller means it, although the price is far from the present one. Without it such a change is refused with ConfirmationRequired.',
);

/** What a change may say beside the price. */
const changeFields = {
  terms: Type.Optional(WantedTermsShape),
  IfTermsRevision: Type.Optional.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Change the terms only if this is their TermsRevision. Otherwise the change is refused with Conflict.',
  }),
  Confirm: ConfirmShape,
};

const ListingShape = Type.Named(
  'PriceChangeListing',
  'One listing. What it says itself counts in place of what the body says for all. Without a strategy the price stays.',
  { ...whatIfListingFields, ...changeFields },
);

export const PriceChangesBody = Type.Named(
  'PriceChangesBody',
  'The body of whatIf, which can be sent as it is. Each change may also name terms: shipping, business price and quantity discounts. It then needs no strategy: the price stays.',
  {
    ...whatIfBodyFields,
    ...changeFields,
    listings: Type.Optional.Array(ListingShape, {
      minItems: 1,
      maxItems: MAX_PRICE_CHANGES,
      description: `In place of SellerSKUs: up to ${MAX_PRICE_CHANGES} listings, of which each may have its own strategy, floor and terms. Each once.`,
    }),
  },
  {
    examples: [
      {
        MarketplaceId: 'STORE_US',
        strategy: { type: 'win' },
        listings: [
          { SellerSKU: 'DEMO-SKU-26' },
          { SellerSKU: 'DEMO-SKU-14', floor: { CurrencyCode: 'USD', Amount: 33 } },
          { SellerSKU: 'NOPE' },
        ],
      },
    ],
  },
);

type Body = Static<typeof PriceChangesBody>;

/** The changes in the order of the request. Throws a fault with everything that is wrong with the body as a whole. */
export function readPriceChanges(body: Body, marketplace: MoneyOf): WantedChange[] {
  const reading = new StrategyReading(marketplace);
  const listings = reading.listings(body);
  const common = reading.common(body);
  const commonTerms = body.terms && readWantedTerms(reading, body.terms, 'terms');
  const customer = body.CustomerType ?? 'Consumer';
  reading.checkRepeats(listings);
  const changes = listings.map((listing, n): WantedChange => {
    const { strategy, floorMinor } = reading.element(listing, n, common);
    const terms = listing.terms ? readWantedTerms(reading, listing.terms, reading.fieldOf(n, 'terms')) : commonTerms;
    if (strategy === undefined && terms === undefined)
      reading.missingStrategy(n, ' Give one, or the terms that change.');
    const ifTermsRevision = listing.IfTermsRevision ?? body.IfTermsRevision;
    const confirm = listing.Confirm ?? body.Confirm;
    return { sku: listing.SellerSKU, customer, strategy, floorMinor, terms, ifTermsRevision, confirm };
  });
  reading.end();
  return changes;
}

const warningsOfBody = unknownKeyWarnings(PriceChangesBody);
const warningsOfListing = unknownKeyWarnings(ListingShape);

/** Unknown keys are ignored (decision 3): a misspelt `IfTermsRevision` would silently be none. Listings are searched as one. */
export function priceChangeWarnings(body: Body): readonly Warning[] {
  const { listings = [] } = body;
  if (listings.length === 0) return warningsOfBody(body);
  const strategy = Object.assign({}, ...listings.map((one) => one.strategy));
  const terms = Object.assign({}, ...listings.map((one) => one.terms));
  const all = Object.assign({}, ...listings, { strategy, terms });
  return [...warningsOfBody(body), ...warningsOfListing(all)].slice(0, MAX_WARNINGS);
}

export const UndoBody = Type.Named(
  'UndoPriceChangeBody',
  'Nothing is required.',
  { Confirm: ConfirmShape },
  { examples: [{}] },
);
