import { estimateFees, isEstimateFailure, scheduleInForce } from '../../../domain/fees/estimate.ts';
import type { FeeSchedule } from '../../../domain/fees/fee-schedule.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { writeTime } from '../../../domain/time.ts';
import { readWord } from '../../../domain/vocabulary.ts';
import type { FeeSubject } from '../../../market/fee-subject.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { FeesRequest } from '../../../wire/fees/estimate-request.ts';
import { type ItemFailure, type Subject, writeEstimate, writeFailure } from '../../../wire/fees/estimate-result.ts';

/** What an estimate reads: one keyed read, and what is remembered of the operator's few records. */
export type FeeFacts = Pick<
  MarketFacts,
  'marketplaces' | 'feeSchedules' | 'itemForFees' | 'listingForFees' | 'ownOffers'
>;

export type Question = {
  sellerId: string;
  idType: 'StoreItemId' | 'SellerSKU';
  idValue: string;
  /** Absent: at the caller's own active offer, in the default marketplace (decision 16). */
  request: FeesRequest | undefined;
  now: number;
  /** The date whose schedule and promotions count; now when it was not asked for. */
  asOfMs: number | undefined;
  explain: boolean;
};

/** One estimate, or why there is none, as the specification writes it. Never throws for what is wrong with the item. */
export function estimate(facts: FeeFacts, question: Question): MaybePromise<object> {
  const { request } = question;
  if (request) return estimateIn(request.marketplace, facts, question);
  return andThen(facts.marketplaces(), (all) => {
    const marketplace = all.find(({ isDefault }) => isDefault);
    return marketplace
      ? estimateIn(marketplace, facts, question)
      : writeFailure(subjectOf(question, undefined), noDefaultMarketplace);
  });
}

function estimateIn(marketplace: Marketplace, facts: FeeFacts, question: Question): MaybePromise<object> {
  const { sellerId, idType, idValue, request } = question;
  const { marketplaceId } = marketplace;
  const found =
    idType === 'SellerSKU'
      ? facts.listingForFees({ marketplaceId, sellerId, sku: idValue })
      : facts.itemForFees({ marketplaceId, itemId: idValue }, sellerId);
  return andThen(found, (sold) => {
    const subject = subjectOf(question, marketplaceId);
    if (!sold) return writeFailure(subject, invalidId(idType, idValue, marketplaceId));
    return andThen(request ?? ownTerms(facts, sellerId, sold), (terms) => {
      if (!terms) return writeFailure(subject, missingPrice(idValue, marketplaceId));
      const priced = withTerms(subject, terms, marketplace.currency);
      return andThen(facts.feeSchedules(), (schedules) =>
        charge(question, marketplaceId, schedules, sold, terms, priced),
      );
    });
  });
}

function charge(
  { request, now, asOfMs, explain }: Question,
  marketplaceId: string,
  schedules: readonly FeeSchedule[],
  { item, plan }: FeeSubject,
  terms: Terms,
  priced: Subject,
): object {
  const atMs = asOfMs ?? now;
  const ofMarketplace = schedules.filter((one) => one.marketplaceId === marketplaceId);
  const schedule = scheduleInForce(ofMarketplace, atMs);
  if (!schedule) return writeFailure(priced, noSchedule(marketplaceId, atMs, asOfMs !== undefined));
  const fees = estimateFees({
    schedule,
    item,
    sellerPlan: plan ?? 'Professional',
    listingPriceMinor: terms.listingPriceMinor,
    shippingMinor: terms.shippingMinor ?? 0,
    isStoreFulfilled: terms.isStoreFulfilled,
    program: request?.program,
    atMs,
  });
  if (isEstimateFailure(fees)) return writeFailure(priced, { status: 'ClientError', ...fees });
  return writeEstimate(priced, fees, now, explain);
}

const subjectOf = ({ sellerId, idType, idValue, request }: Question, marketplaceId: string | undefined): Subject => ({
  sellerId,
  idType,
  idValue,
  ...requested(request),
  marketplaceId,
});

type Terms = Pick<FeesRequest, 'listingPriceMinor' | 'shippingMinor' | 'isStoreFulfilled' | 'points'>;

/**
 * Decision 19: of several own offers the one with the lowest landed price; its own channel decides who ships. One without
 * a shipping charge has no landed price (no charge set is not free, decision 22): it counts only when there is no other.
 */
function ownTerms(facts: FeeFacts, sellerId: string, { item, offer }: FeeSubject): MaybePromise<Terms | undefined> {
  return andThen(offer ? [offer] : facts.ownOffers(sellerId, item), cheapest);
}

function cheapest(own: readonly Offer[]): Terms | undefined {
  const active = own.filter(({ active: isOn }) => isOn);
  const charged = active.filter(({ shippingMinor }) => shippingMinor !== undefined);
  const landed = (one: Offer) => one.listingPriceMinor + (one.shippingMinor ?? 0);
  const [best] = (charged.length > 0 ? charged : active).sort((a, b) => landed(a) - landed(b));
  if (!best) return undefined;
  const { listingPriceMinor, shippingMinor, points, channel } = best;
  return { listingPriceMinor, shippingMinor, points, isStoreFulfilled: channel === 'FS' };
}

function requested(request: FeesRequest | undefined): Partial<Subject> {
  if (!request) return {};
  const { identifier, isStoreFulfilled, marketplace } = request;
  const program = programOf(request.program, isStoreFulfilled);
  return { identifier, program, isStoreFulfilled, price: priceOf(request, marketplace.currency) };
}

function withTerms(subject: Subject, terms: Terms, currency: string): Subject {
  const { isStoreFulfilled } = terms;
  return {
    ...subject,
    isStoreFulfilled,
    program: programOf(subject.program, isStoreFulfilled),
    price: priceOf(terms, currency),
  };
}

/** In the casing of the specification (decision 2), the default when none was named; an unknown one as it was written. */
function programOf(given: string | undefined, isStoreFulfilled: boolean): string | undefined {
  if (given === undefined) return isStoreFulfilled ? 'FS_STANDARD' : undefined;
  return readWord(['FS_STANDARD', 'FS_CORE', 'FS_EXPEDITED'], given) ?? given;
}

const priceOf = ({ listingPriceMinor, shippingMinor, points }: Terms, currency: string) => ({
  currency,
  listingMinor: listingPriceMinor,
  shippingMinor: shippingMinor ?? 0,
  points,
});

/** Decision 17. */
function invalidId(idType: string, idValue: string, marketplaceId: string): ItemFailure {
  const message = `${idValue} is an invalid ${idType} for marketplace ${marketplaceId}`;
  const reason =
    idType === 'SellerSKU'
      ? `The caller has no listing with SellerSKU ${idValue} in ${marketplaceId}.`
      : `There is no item ${idValue} in ${marketplaceId}.`;
  return { status: 'ClientError', code: 'InvalidParameterValue', message, reasons: [reason] };
}

function missingPrice(idValue: string, marketplaceId: string): ItemFailure {
  return {
    status: 'ClientError',
    code: 'MissingPrice',
    message: 'There is no price to estimate the fees of.',
    reasons: [
      `The caller has no active offer on ${idValue} in ${marketplaceId}. Send FeesEstimateRequest with PriceToEstimateFees.`,
    ],
  };
}

const noDefaultMarketplace: ItemFailure = {
  status: 'ServiceError',
  code: 'DataNotAvailable',
  message: 'There is no default marketplace.',
  reasons: ['Send FeesEstimateRequest with a MarketplaceId.'],
};

function noSchedule(marketplaceId: string, atMs: number, asked: boolean): ItemFailure {
  return {
    status: asked ? 'ClientError' : 'ServiceError',
    code: 'DataNotAvailable',
    message: `There are no fees known for ${marketplaceId} at that time.`,
    reasons: [`No fee schedule of ${marketplaceId} is in force at ${writeTime(atMs)}.`],
  };
}
