import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault, type Problem } from '../../../domain/fault.ts';
import { type FeesInForce, feesInForce, netProceeds } from '../../../domain/fees/net-proceeds.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { minorFromDecimal } from '../../../domain/money.ts';
import { boardTime } from '../../../domain/pricing/board-time.ts';
import { type BoxExplanation, explainBox, rankOf } from '../../../domain/pricing/box-explanation.ts';
import type { Terms } from '../../../domain/pricing/standing.ts';
import type { CustomerType } from '../../../domain/vocabulary.ts';
import type { Market } from '../../../market/market.ts';
import type { CostReading } from '../../../market/price-changes/listing-limits.ts';
import type { ListingPosition } from '../../../market/projections/boards/listing-position.ts';
import { boxExplanationExample } from '../../../wire/pricing/examples/box-explanation.ts';
import { noListing } from '../../../wire/pricing/no-product.ts';
import { writeBoxExplanation } from '../../../wire/pricing/position/box-explanation.ts';
import { BoxExplanationAnswer } from '../../../wire/pricing/position/box-explanation-shape.ts';
import { boxExplanationQuery, SellerSkuShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { ConditionalHeaders, conditionalAnswers, conditionalReply, tagAnswer } from '../../answers/conditional-get.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { costReadingOf, costsOf } from './cost-reading.ts';
import { notBuiltYet } from './offers.ts';

const Query = Type.Object(boxExplanationQuery);
const config = { right: 'seller-api:pricing:read' } as const;

const description = `Explains where one of the caller's offers stands in the buy box: the verdict of each gate with what would pass, the
rank among the eligible offers, the gap to the holder, the highest price that wins, and the net of the present and of the winning price
after fees. The box is the consumers' one; with \`CustomerType=Business\` the one in which the offer stands, B2B when it has
a business price. With \`ListingPrice\`, \`Shipping\` or \`FulfillmentChannel\` the answer is as if the offer were so and nothing
else changed; nothing is stored.`;

export const boxExplanationRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/listings/:SellerSKU/buyBox', {
    config,
    schema: {
      operationId: 'explainBuyBox',
      summary: 'Explain the buy box for a SKU',
      description,
      params: Type.Object({ SellerSKU: SellerSkuShape }),
      querystring: Query,
      headers: ConditionalHeaders,
      response: conditionalAnswers(BoxExplanationAnswer, 'Where the offer stands in the buy box, and why.', {
        Success: boxExplanationExample,
      }),
    },
    handler: (request, reply) => {
      const { SellerSKU: sku } = request.params as { SellerSKU: string };
      const {
        MarketplaceId: marketplaceId,
        CustomerType: customer = 'Consumer',
        ...terms
      } = request.query as Static<typeof Query>;
      const key = { marketplaceId, sellerId: sellerOf(request), sku };
      const answer = andThen(market.facts.marketplaces(), (marketplaces) => {
        const { currency } = checkMarketplace(marketplaceId, marketplaces);
        const cost = costReadingOf(request);
        return explain(market, { key, customer, terms: readTerms(terms, currency), cost });
      });
      return andThen(answer, (body) => conditionalReply(request, reply, tagAnswer(JSON.stringify(body))));
    },
  });
};

type Asked = { key: OfferKey; customer: CustomerType; terms: Terms; cost: CostReading };

/** Throws a fault when the caller has no such listing. */
function explain(market: Market, asked: Asked): MaybePromise<object> {
  const { key, customer, terms, cost } = asked;
  return andThen(market.facts.feeSchedules(), (schedules) =>
    andThen(market.reader.listingPositions([key]), ([position]) => {
      const now = market.now();
      const listing = mustBeBuilt(position, key);
      const explained = explainBox(listing, customer, terms, boardTime(listing.valid_from, now));
      const fees = feesInForce(schedules, key.marketplaceId, now);
      return andThen(eligibleBefore(market, explained), (before) =>
        andThen(costsOf(market, [key], cost), (costOf) =>
          answerOf(asked, listing, explained, { fees, before, costMinor: costOf(key.sku) }),
        ),
      );
    }),
  );
}

function mustBeBuilt(position: ListingPosition | undefined, { marketplaceId }: OfferKey) {
  if (position === undefined) throw new Fault('NotFound', noListing(marketplaceId));
  const { decision } = position;
  if (decision === null) throw notBuiltYet();
  return { ...position, decision };
}

/** Only an eligible offer that does not win needs the count. */
function eligibleBefore(market: Market, { isEligible, wins, box, seen }: BoxExplanation): MaybePromise<number> {
  return isEligible && !wins ? market.listings.eligibleBefore(box, seen) : 0;
}

function answerOf(
  { key, terms }: Asked,
  { item, seller, termsRevision }: ListingPosition,
  explained: BoxExplanation,
  { fees, before, costMinor }: { fees: FeesInForce; before: number; costMinor: number | undefined },
): object {
  const { seen, expected } = explained;
  const unit = { item, plan: seller.plan, channel: seen.offer.channel };
  const netAt = (listingMinor: number) => netProceeds(fees, unit, listingMinor, seen.shippingMinor);
  return writeBoxExplanation(explained, {
    ...key,
    itemId: item.itemId,
    termsRevision,
    currency: item.currency,
    assumed: terms,
    rank: rankOf(explained, before),
    presentNet: netAt(seen.listingMinor),
    costMinor,
    winningNet: expected.listingMinor === undefined ? undefined : netAt(expected.listingMinor),
  });
}

/**
 * The terms that the offer is to be judged by. Amounts are texts: a number would already be rounded. Throws a fault that names
 * every amount which is not one of the currency (decision 4).
 */
function readTerms(
  { ListingPrice, Shipping, FulfillmentChannel }: Omit<Static<typeof Query>, 'MarketplaceId'>,
  currency: string,
): Terms {
  const terms: Terms = {};
  const problems: Problem[] = [];
  const read = (name: string, text: string): number => {
    const minor = minorFromDecimal(text, currency);
    if (typeof minor === 'number') return minor;
    problems.push({ message: `${name} is not valid.`, details: `Query parameter ${name} ${minor}.` });
    return 0;
  };
  if (ListingPrice !== undefined) terms.listingMinor = read('ListingPrice', ListingPrice);
  if (Shipping !== undefined) terms.shippingMinor = read('Shipping', Shipping);
  if (FulfillmentChannel !== undefined) terms.channel = FulfillmentChannel;
  if (problems.length > 0) throw new Fault('InvalidInput', problems);
  return terms;
}
