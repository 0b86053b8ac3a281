import type { Offer } from '../../../domain/market/offer.ts';
import type { TriedListing } from '../../../domain/pricing/decided-listing.ts';
import { GATES } from '../../../domain/pricing/gates.ts';
import type { SeenOffer } from '../../../domain/pricing/offers.ts';
import type { CustomerType } from '../../../domain/vocabulary.ts';
import { MoneyShape, writeMoney } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { WarningsShape } from '../../warning.ts';
import { CustomerTypeText } from '../history/reference-price.ts';
import { ConditionText } from '../offer-summary.ts';
import { OfferTypeShape } from '../shelf-offer.ts';
import { GateName } from './gate-verdict.ts';
import { NetAndProfitShape, writeNetProceeds } from './net-proceeds.ts';
import { writeOwnPrice } from './own-price.ts';
import { TermsRevisionShape } from './terms-revision.ts';

const PriceShape = Type.Named(
  'WhatIfPrice',
  `A price of the listing as the customer type sees it, and its net after fees. LandedPrice and Shipping are absent
while no shipping charge is set; AfterFees then counts none.`,
  {
    LandedPrice: Type.Optional(MoneyShape),
    ListingPrice: MoneyShape,
    Shipping: Type.Optional(MoneyShape),
    AfterFees: NetAndProfitShape,
  },
);

const STATUSES = [
  ...['WOULD_WIN', 'WOULD_LOSE', 'NOT_ELIGIBLE', 'NO_COMPETITION', 'BELOW_FLOOR', 'PRICE_OUT_OF_RANGE', 'INVALID_SKU'],
];

const ListingShape = Type.Named(
  'WhatIfResult',
  `What the strategy would do with one listing. CompetingLandedPrice is that of the best eligible other offer.
StrategyPrice is the listing price of the strategy, applied or not, whatever the status; absent where there is none: with INVALID_SKU, and of
match and beatBy when there is no other eligible offer, or no shipping charge; of win when no price wins, or every price. NewPrice is the price with which the listing is judged.`,
  {
    SellerSKU: Type.String("The caller's SKU."),
    status: openSet(
      STATUSES,
      `WOULD_WIN, WOULD_LOSE: whether the listing holds the buy box at the new price. The price stays as it is with:
NOT_ELIGIBLE (a gate fails that no price passes), NO_COMPETITION (there is no other eligible offer to match or beat; of win: every price wins), BELOW_FLOOR
(StrategyPrice is below the floor), PRICE_OUT_OF_RANGE (StrategyPrice is negative or above the largest amount). INVALID_SKU: the
caller has no such listing; nothing else is known. An open set.`,
    ),
    Reasons: Type.Optional.Array(
      GateName,
      `The gates that the offer fails at NewPrice: ${GATES.join(', ')}. Absent when it fails none.`,
    ),
    storeItemId: Type.Optional.String('The item.'),
    Title: Type.Optional.String('The title of the item, when the catalogue has one.'),
    ItemCondition: Type.Optional(ConditionText),
    offerType: Type.Optional(OfferTypeShape),
    TermsRevision: Type.Optional(TermsRevisionShape),
    IsBuyBoxWinner: Type.Optional.Boolean('Whether it holds the buy box now.'),
    WouldWin: Type.Optional.Boolean('Whether it holds the buy box at NewPrice.'),
    CompetingLandedPrice: Type.Optional(MoneyShape),
    StrategyPrice: Type.Optional(MoneyShape),
    PresentPrice: Type.Optional(PriceShape),
    NewPrice: Type.Optional(PriceShape),
  },
);

const TotalsShape = Type.Named(
  'WhatIfTotals',
  `Net and NewNet: the net of one unit of each listing, at the present and at the new prices. They add up unlike items: compare listings one by one.
Profit and NewProfit are the same less the costs, of the listings that have one; present for callers with the right seller-api:costs:read, when a listing has a cost.`,
  {
    Listings: Type.Integer('The number of listings that the caller has.'),
    InvalidSKUs: Type.Integer('The number of SKUs that the caller does not have.'),
    WinsNow: Type.Integer('How many hold the buy box now.'),
    WouldWin: Type.Integer('How many would hold it, each as if it alone changed.'),
    Net: MoneyShape,
    NewNet: MoneyShape,
    NetUnknown: Type.Integer('The number of listings whose fees are not known. Net and NewNet do not count them.'),
    Profit: Type.Optional(MoneyShape),
    NewProfit: Type.Optional(MoneyShape),
    ProfitUnknown: Type.Optional.Integer(
      'The number of listings without a cost, or whose fees are not known. Profit and NewProfit do not count them.',
    ),
  },
);

export const WhatIfAnswer = Type.Named('WhatIfAnswer', 'What a pricing strategy would do. Nothing has changed.', {
  payload: Type.Named('WhatIf', 'What the strategy would do.', {
    MarketplaceId: Type.String('The marketplace.'),
    CustomerType: CustomerTypeText,
    Totals: TotalsShape,
    Listings: Type.Array(ListingShape, 'In the order of the request.'),
  }),
  warnings: WarningsShape,
});

/** A listing of the request; without `found` the caller has none of that SKU. */
export type WhatIfResult = { sku: string; found?: FoundListing };

type FoundListing = TriedListing & {
  /** Undefined: none is set, or the caller may not read it. */
  costMinor: number | undefined;
};

/** Fields that are undefined are not in the JSON text. */
export function writeWhatIf(
  { marketplaceId, currency, customer }: { marketplaceId: string; currency: string; customer: CustomerType },
  results: readonly WhatIfResult[],
): object {
  return {
    MarketplaceId: marketplaceId,
    CustomerType: customer,
    Totals: writeTotals(results, currency),
    Listings: results.map((one) => writeWhatIfListing(one, currency)),
  };
}

export function writeWhatIfListing({ sku, found }: WhatIfResult, currency: string): object {
  if (found === undefined) return { SellerSKU: sku, status: 'INVALID_SKU' };
  const { result, title, termsRevision, presentNet, newNet, costMinor } = found;
  const { status, reasons, present, changed, strategyMinor, rivalLandedMinor } = result;
  return {
    SellerSKU: sku,
    status,
    Reasons: reasons.length === 0 ? undefined : reasons,
    storeItemId: present.offer.itemId,
    Title: title,
    ItemCondition: present.offer.condition,
    offerType: present.offerType,
    TermsRevision: termsRevision,
    IsBuyBoxWinner: result.winsNow,
    WouldWin: result.wouldWin,
    CompetingLandedPrice: rivalLandedMinor === undefined ? undefined : writeMoney(rivalLandedMinor, currency),
    StrategyPrice: strategyMinor === undefined ? undefined : writeMoney(strategyMinor, currency),
    PresentPrice: writeWhatIfPrice(present, presentNet, currency, costMinor),
    NewPrice: writeWhatIfPrice(changed, newNet, currency, costMinor),
  };
}

const writeWhatIfPrice = (
  { offer, listingMinor }: SeenOffer<Offer>,
  net: TriedListing['newNet'],
  currency: string,
  costMinor: number | undefined,
): object => ({
  ...writeOwnPrice(listingMinor, offer.shippingMinor, currency),
  AfterFees: writeNetProceeds(net, currency, costMinor),
});

function writeTotals(results: readonly WhatIfResult[], currency: string): object {
  const known = results.flatMap(({ found }) => found ?? []);
  let netMinor = 0;
  let newNetMinor = 0;
  let unknown = 0;
  for (const { presentNet, newNet } of known) {
    if ('netMinor' in presentNet && 'netMinor' in newNet) {
      netMinor += presentNet.netMinor;
      newNetMinor += newNet.netMinor;
    } else unknown += 1;
  }
  return {
    Listings: known.length,
    InvalidSKUs: results.length - known.length,
    WinsNow: known.filter(({ result }) => result.winsNow).length,
    WouldWin: known.filter(({ result }) => result.wouldWin).length,
    Net: writeMoney(netMinor, currency),
    NewNet: writeMoney(newNetMinor, currency),
    NetUnknown: unknown,
    ...writeProfits(known, currency),
  };
}

/** No listing has a cost that the caller may read: there is nothing to say. */
function writeProfits(known: readonly FoundListing[], currency: string): object {
  if (known.every(({ costMinor }) => costMinor === undefined)) return {};
  let profitMinor = 0;
  let newProfitMinor = 0;
  let unknown = 0;
  for (const { presentNet, newNet, costMinor } of known) {
    if (costMinor !== undefined && 'netMinor' in presentNet && 'netMinor' in newNet) {
      profitMinor += presentNet.netMinor - costMinor;
      newProfitMinor += newNet.netMinor - costMinor;
    } else unknown += 1;
  }
  const [Profit, NewProfit] = [writeMoney(profitMinor, currency), writeMoney(newProfitMinor, currency)];
  return { Profit, NewProfit, ProfitUnknown: unknown };
}
