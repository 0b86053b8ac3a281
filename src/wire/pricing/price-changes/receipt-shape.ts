import { AUTHOR_KINDS } from '../../../domain/price-changes/changed-by.ts';
import { RECEIPT_STATES, REFUSAL_CODES } from '../../../domain/price-changes/receipt.ts';
import { GATES } from '../../../domain/pricing/gates.ts';
import { MoneyShape } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { WarningsShape } from '../../warning.ts';
import { CustomerTypeText } from '../history/reference-price.ts';
import { DecidedByShape } from '../position/box-explanation-shape.ts';
import { GateName } from '../position/gate-verdict.ts';
import { NetAndProfitShape } from '../position/net-proceeds.ts';
import { StrategyShape } from '../position/strategy-reading.ts';
import { NamedTermsShape, OfferTermsShape } from './terms.ts';

const StateText = openSet(RECEIPT_STATES, {
  title: 'PriceChangeState',
  description: `ACCEPTED: stored, being applied. PENDING: waits for the operator. APPLIED: in force. UNCHANGED: nothing differs from the present
terms. REJECTED: Rejection says why. REPLACED: a newer change of the listing came while it was PENDING, or ACCEPTED for more than five seconds. OVERRIDDEN: it was applied, and
the operator's record changed the terms later. An open set.`,
});

const AskedShape = Type.Named('AskedChange', 'What was asked for.', {
  CustomerType: CustomerTypeText,
  strategy: Type.Optional(StrategyShape),
  floor: Type.Optional(MoneyShape),
  terms: Type.Optional(NamedTermsShape),
  IfTermsRevision: Type.Optional.Integer('The TermsRevision that the change demands.'),
  Confirm: Type.Optional.Boolean('Whether the caller confirmed a price far from the present one.'),
  UndoOf: Type.Optional.String('Of an undo: the PriceChangeId of the change that it takes back.'),
});

export const ChangedByShape = Type.Named(
  'PriceChangeAuthor',
  'Who asked for the change. An application that a seller authorized sees only Kind of changes that others made.',
  {
    Kind: openSet(AUTHOR_KINDS, 'application, member (with the console), operator; rule is reserved. An open set.'),
    ApplicationId: Type.Optional.String('The client_id of the application.'),
    MemberId: Type.Optional.String('The id of the member: who used the console, or authorized the application.'),
  },
);

const ChangedByNamesShape = Type.Named(
  'PriceChangeAuthorNames',
  'Who asked for the change, as people know them. It is asked for when the answer is made: an application that was removed has no name any more.',
  {
    ApplicationName: Type.Optional.String('The name of the application.'),
    MemberEmail: Type.Optional.String('The e-mail address of the member.'),
    MemberHasLeft: Type.Optional.Boolean("true: the member is none of the seller's any more."),
  },
);

const ResultShape = Type.Named(
  'PriceChangeResult',
  'Where the listing stood right after the change, in the same transaction. CompetingLandedPrice is that of the best eligible other offer.',
  {
    IsBuyBoxWinner: Type.Boolean('Whether it holds the buy box of the customer type.'),
    Reason: Type.String('Why it holds the buy box or does not, in a sentence.'),
    DecidedBy: DecidedByShape,
    FailedGates: Type.Optional.Array(
      GateName,
      `The gates that the offer fails: ${GATES.join(', ')}. Absent when it fails none.`,
    ),
    CompetingLandedPrice: Type.Optional(MoneyShape),
    EligibleOffers: Type.Integer('The number of eligible offers, this one included if it is one.'),
    AfterFees: NetAndProfitShape,
  },
);

const FigureShape = Type.Union([MoneyShape, Type.Number()], {
  title: 'RejectionFigure',
  description: 'Money, or a number: see Unit.',
});

const RejectionShape = Type.Named('PriceChangeRejection', 'Why a change was refused. Nothing of it is in force.', {
  Code: openSet(REFUSAL_CODES, `The rule: ${REFUSAL_CODES.join(', ')}; an open set.`),
  Reason: Type.String('The reason in words, with its figures.'),
  Limit: Type.Optional(FigureShape),
  Actual: Type.Optional(FigureShape),
  Unit: Type.Optional(
    openSet(
      ['money', 'percent', 'count', 'revision'],
      'What Limit and Actual are; an open set. Absent without figures.',
    ),
  ),
});

const ReceiptShape = Type.Named(
  'PriceChangeReceipt',
  'A price change, from its call to its end. TermsBefore are the terms when it was evaluated; TermsAfter those that it leads to, in force once it is APPLIED.',
  {
    PriceChangeId: Type.String('The id of the change. Ids ascend with the time.'),
    MarketplaceId: Type.String('The marketplace.'),
    SellerSKU: Type.String("The caller's SKU."),
    storeItemId: Type.Optional.String('The item, when the seller has the listing.'),
    State: StateText,
    TermsRevision: Type.Optional.Integer(
      "The revision of the offer's terms: right after an applied change, else as it was then. It rises by one with each change of the terms, by whomever. Absent: the seller has no such listing, or the change is not evaluated yet.",
    ),
    Asked: AskedShape,
    TermsBefore: Type.Optional(OfferTermsShape),
    TermsAfter: Type.Optional(OfferTermsShape),
    ChangedBy: ChangedByShape,
    ChangedByNames: Type.Optional(ChangedByNamesShape),
    RequestId: Type.Optional.String(
      'The x-request-id of the call. Absent for an application that may not see who made the change.',
    ),
    CreatedTime: Type.Time('When the change was stored.'),
    SettledTime: Type.Optional.Time('When it reached its state; absent while it is ACCEPTED or PENDING.'),
    Result: Type.Optional(ResultShape),
    Rejection: Type.Optional(RejectionShape),
    OverriddenTime: Type.Optional.Time("When the operator's record changed the terms of an applied change."),
    ReplacedBy: Type.Optional.String('The PriceChangeId of the change that replaced a pending one.'),
  },
);

const TotalsShape = Type.Named(
  'PriceChangeTotals',
  'How many of the changes are in each state.',
  Object.fromEntries(RECEIPT_STATES.map((state) => [state, Type.Integer(`How many are ${state}.`)])),
);

export const PriceChangesAnswer = Type.Named('PriceChangesAnswer', 'What became of each change.', {
  payload: Type.Named('PriceChanges', 'A receipt for each change.', {
    MarketplaceId: Type.String('The marketplace.'),
    Totals: TotalsShape,
    Receipts: Type.Array(ReceiptShape, 'In the order of the request.'),
  }),
  warnings: WarningsShape,
});

export const ReceiptAnswer = Type.Named('PriceChangeAnswer', 'One price change.', { payload: ReceiptShape });

export const ReceiptsAnswer = Type.Named('PriceChangeListAnswer', "A page of the seller's price changes.", {
  payload: Type.Named('PriceChangeList', "A page of the seller's price changes.", {
    Receipts: Type.Array(ReceiptShape, { maxItems: 100, description: 'The newest first.' }),
    nextToken: Type.Optional.String('There are more: send it as after to get the next page.'),
  }),
});
