import { authorKindOf } from '../../../domain/price-changes/changed-by.ts';
import { RECEIPT_STATES, type Receipt } from '../../../domain/price-changes/receipt.ts';
import { writeTime } from '../../../domain/time.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { OfferTermsShape, writeTerms } from './terms.ts';

const OperatorReceipt = Type.Named('SellerPriceChange', 'A price change of a seller, as the operator sees it.', {
  PriceChangeId: Type.String('Its id.'),
  MarketplaceId: Type.String('The marketplace.'),
  SellerSKU: Type.String('The listing.'),
  storeItemId: Type.Optional.String('The item.'),
  State: openSet(RECEIPT_STATES, 'What became of it; an open set.'),
  RejectionCode: Type.Optional.String(
    'Why it was refused. Without figures: they may say what the seller keeps to itself.',
  ),
  TermsRevision: Type.Optional.Integer('The revision of the terms after it.'),
  TermsBefore: Type.Optional(OfferTermsShape),
  TermsAfter: Type.Optional(OfferTermsShape),
  ChangedBy: Type.Named('SellerPriceChangeAuthor', 'Who changed it.', {
    Kind: Type.String('What kind of author.'),
    ApplicationId: Type.String('The application.'),
    MemberId: Type.Optional.String('The member.'),
  }),
  RequestId: Type.Optional.String('The request.'),
  CreatedTime: Type.Time('When it was asked for.'),
  SettledTime: Type.Optional.Time('When it was settled.'),
  OverriddenTime: Type.Optional.Time("When the operator's record changed the terms after it."),
  ReplacedBy: Type.Optional.String('The newer change of the listing that replaced it.'),
});

export const OperatorReceipts = Type.Named(
  'SellerPriceChanges',
  "A page of a seller's price changes.",
  {
    priceChanges: Type.Array(OperatorReceipt, 'Newest first.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  {
    examples: [
      {
        priceChanges: [
          {
            ...{
              PriceChangeId: 'pc_019a8541c400aa55bb66cc77dd88ee99ff00',
              MarketplaceId: 'STORE_US',
              SellerSKU: 'DEMO-SKU-7',
            },
            ...{ State: 'REJECTED', RejectionCode: 'BelowMinimumPrice', CreatedTime: '2026-11-18T10:31:54.000Z' },
            ChangedBy: { Kind: 'application', ApplicationId: 'demoseller' },
          },
        ],
      },
    ],
  },
);

export const OperatorReceiptQuery = Type.Object({
  limit: Type.Optional.Integer({ minimum: 1, maximum: 50, default: 20, description: 'The maximum number of changes.' }),
  nextToken: Type.Optional.String({ maxLength: 256, description: 'Where the last page ended.' }),
});

/** No limit, no cost, no net: neither what was asked for, nor the figures of a refusal (decision 50). */
export function writeOperatorReceipt(receipt: Receipt, currency: string) {
  const { result, by, createdMs, settledMs } = receipt;
  const { before, after, refusal, overriddenMs, replacedBy } = result;
  return {
    ...{ PriceChangeId: receipt.id, MarketplaceId: receipt.marketplaceId, SellerSKU: receipt.sku },
    storeItemId: receipt.itemId,
    State: receipt.state,
    RejectionCode: refusal?.code,
    TermsRevision: receipt.termsRevision,
    TermsBefore: before && writeTerms(before, currency),
    TermsAfter: after && writeTerms(after, currency),
    ChangedBy: { Kind: authorKindOf(by), ApplicationId: by.clientId, MemberId: by.memberId },
    RequestId: receipt.requestId,
    CreatedTime: writeTime(createdMs),
    SettledTime: settledMs === undefined ? undefined : writeTime(settledMs),
    OverriddenTime: overriddenMs === undefined ? undefined : writeTime(overriddenMs),
    ReplacedBy: replacedBy,
  };
}
