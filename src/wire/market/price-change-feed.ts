import { type WrittenTerms, writeOfferTerms } from '../../domain/market/records/offer-terms.ts';
import { RECEIPT_STATES, type Receipt } from '../../domain/price-changes/receipt.ts';
import type { OfferTerms } from '../../domain/price-changes/terms.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { RecordTermsShape } from './record-terms.ts';

export const DEFAULT_LINES = 100;
const MAX_LINES = 500;
const NUMBER = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

export const PriceChangeFeedQuery = Type.Object({
  MarketplaceId: Type.String({ minLength: 1, description: 'The marketplace of the changes.', examples: ['STORE_US'] }),
  after: Type.Optional.Integer({
    ...{ ...NUMBER, default: 0 },
    description: 'Changes after this number. 0: from the oldest one on.',
  }),
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: MAX_LINES, default: DEFAULT_LINES },
    description: 'The maximum number of changes.',
  }),
});

export const FeedChange = Type.Named('OperatorPriceChange', "A seller's price change, for the operator's system.", {
  priceChangeId: Type.String("The change's id: outcomes name it."),
  marketplaceId: Type.String('The marketplace.'),
  sellerId: Type.String('The seller.'),
  sku: Type.String("The seller's own id of the listing."),
  itemId: Type.Optional.String('The item of the listing.'),
  state: openSet(
    RECEIPT_STATES,
    'The state now. APPLIED: put `after` into your system. PENDING: send its outcome. OVERRIDDEN: a later record of yours has replaced ' +
      'the terms: keep those of your record. REPLACED: a newer change of the listing follows. REJECTED: nothing to do; an open set.',
  ),
  before: Type.Optional(RecordTermsShape),
  after: Type.Optional(RecordTermsShape),
  termsRevision: Type.Optional.Integer({
    minimum: 1,
    description: "The revision of the offer's terms that the change made; of others, the one that it was asked on.",
  }),
  reason: Type.Optional.String('Why it was rejected.'),
  createdAt: Type.Time('When the seller asked for it.'),
  settledAt: Type.Optional.Time('When it was applied, rejected or replaced. Absent while it waits.'),
});

const number = (description: string) => Type.Integer({ ...NUMBER, description });

const FeedLine = Type.Named('PriceChangeFeedLine', 'A change with its number.', {
  number: Type.Integer({ minimum: 1, description: 'Its place in the feed of the marketplace, without gaps.' }),
  change: FeedChange,
});

export const PriceChangeFeedAnswer = Type.Named('PriceChangeFeed', "A page of a marketplace's price changes.", {
  marketplaceId: Type.String('The marketplace.'),
  lines: Type.Array(FeedLine, { maxItems: MAX_LINES, description: 'In the order of their numbers.' }),
  oldestNumber: number('The oldest change that is kept; latestNumber + 1 when none is.'),
  latestNumber: number('The last change of the marketplace; 0: there was none yet.'),
  truncated: Type.Boolean(
    'Whether changes after `after` are not kept any more: export the market, and go on from latestNumber.',
  ),
  hasMore: Type.Boolean('Whether there are more: ask for them at once.'),
  nextAfter: number('Send it as `after` with the next request.'),
});

export const noChangesExample = {
  ...{ marketplaceId: 'STORE_US', lines: [], oldestNumber: 1, latestNumber: 0 },
  ...{ truncated: false, hasMore: false, nextAfter: 0 },
};

type Page = { lines: readonly { number: number; receipt: Receipt }[]; oldest: number; latest: number };

export function writeFeed({ lines, oldest, latest }: Page, { marketplaceId, currency, after }: FeedPlace) {
  const nextAfter = lines.at(-1)?.number ?? after;
  return {
    ...{ marketplaceId, oldestNumber: oldest, latestNumber: latest, truncated: after + 1 < oldest },
    ...{ hasMore: nextAfter < latest && lines.length > 0, nextAfter },
    lines: lines.map(({ number: of, receipt }) => ({ number: of, change: writeChange(receipt, currency) })),
  };
}

type FeedPlace = { readonly marketplaceId: string; readonly currency: string; readonly after: number };

/** Nothing of the seller's application, of its members or of its costs: they are the seller's. */
export function writeChange(receipt: Receipt, currency: string) {
  const { marketplaceId, sellerId, sku, itemId, state, termsRevision, settledMs, result } = receipt;
  const terms = (of: OfferTerms | undefined): WrittenTerms | undefined => of && writeOfferTerms(of, currency);
  const [before, after] = [terms(result.before), terms(result.after)];
  return {
    ...{ priceChangeId: receipt.id, marketplaceId, sellerId, sku, ...(itemId !== undefined && { itemId }), state },
    ...(before && { before }),
    ...(after && { after }),
    ...(termsRevision !== undefined && { termsRevision }),
    ...(result.refusal && { reason: result.refusal.message }),
    createdAt: writeTime(receipt.createdMs),
    ...(settledMs !== undefined && { settledAt: writeTime(settledMs) }),
  };
}
