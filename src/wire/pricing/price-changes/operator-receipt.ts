import { authorKindOf } from '../../../domain/price-changes/changed-by.ts';
import { RECEIPT_STATES, type Receipt } from '../../../domain/price-changes/receipt.ts';
import type { ChangedBy } from '../../../domain/price-changes/wanted-change.ts';
import { writeTime } from '../../../domain/time.ts';
import { isKnown, type KnownAs, knownAsShapes } from '../../known-as.ts';
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
    Application: Type.Optional(
      Type.Named('SellerPriceChangeApplication', 'Which that is. Absent where nothing is known.', knownAsShapes),
    ),
    MemberId: Type.Optional.String('The member: who used the console, or authorized the application.'),
    Member: Type.Optional(
      Type.Named('SellerPriceChangeMember', 'Who that is. Absent where nothing is known.', knownAsShapes),
    ),
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
            ChangedBy: {
              ...{ Kind: 'application', ApplicationId: 'demoseller' },
              Application: { name: 'Demo seller' },
            },
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
export function writeOperatorReceipt(
  receipt: Receipt,
  { currency, nameOf }: { readonly currency: string; readonly nameOf: (actor: AuthorActor) => KnownAs },
) {
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
    ChangedBy: writeAuthor(by, nameOf),
    RequestId: receipt.requestId,
    CreatedTime: writeTime(createdMs),
    SettledTime: settledMs === undefined ? undefined : writeTime(settledMs),
    OverriddenTime: overriddenMs === undefined ? undefined : writeTime(overriddenMs),
    ReplacedBy: replacedBy,
  };
}

type AuthorActor = { readonly type: 'client' | 'member'; readonly id: string };

/** The application, and the person if there is one. */
export const actorsOf = ({ clientId, memberId }: ChangedBy): AuthorActor[] => [
  { type: 'client', id: clientId },
  ...(memberId === undefined ? [] : [{ type: 'member', id: memberId } as const]),
];

function writeAuthor(by: ChangedBy, nameOf: (actor: AuthorActor) => KnownAs) {
  const [application, member] = actorsOf(by).map(nameOf);
  return {
    ...{ Kind: authorKindOf(by), ApplicationId: by.clientId },
    ...(application && isKnown(application) && { Application: application }),
    MemberId: by.memberId,
    ...(member && isKnown(member) && { Member: member }),
  };
}
