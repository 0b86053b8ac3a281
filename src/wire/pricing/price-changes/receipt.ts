import { authorKindOf, seesAuthor } from '../../../domain/price-changes/changed-by.ts';
import { RECEIPT_STATES, type Receipt, type Refusal } from '../../../domain/price-changes/receipt.ts';
import { resultWords } from '../../../domain/price-changes/result-words.ts';
import type { ChangedBy, WantedChange } from '../../../domain/price-changes/wanted-change.ts';
import type { Strategy } from '../../../domain/pricing/what-if.ts';
import { writeTime } from '../../../domain/time.ts';
import { writeMoney } from '../../money.ts';
import { decidingFieldOf } from '../position/box-explanation.ts';
import { writeNetProceeds } from '../position/net-proceeds.ts';
import { writeNamedTerms, writeTerms } from './terms.ts';

/** Who reads a receipt, and the currency of its marketplace. */
export type ReceiptReader = {
  readonly currency: string;
  /** The caller, when it is a delegated application: it does not learn who made the changes of others (decision 53). */
  readonly application: string | undefined;
  /** What one unit cost the seller when the change was applied. Undefined: the caller may not read costs, or none was set. */
  readonly costOf?: ((receipt: Receipt) => number | undefined) | undefined;
  /** Undefined: names were not asked for, or the caller may not read them. */
  readonly namesOf?: ((by: ChangedBy) => AuthorNames) | undefined;
};

/** Who made a change, as far as the provider tells. */
export type AuthorNames = {
  readonly ApplicationName?: string | undefined;
  readonly MemberEmail?: string | undefined;
  readonly MemberHasLeft?: true | undefined;
};

/** Fields that are undefined are not in the JSON text. */
export function writeReceipt(receipt: Receipt, { currency, application, costOf, namesOf }: ReceiptReader): object {
  const { result, by, asked, createdMs, settledMs } = receipt;
  const { before, after, refusal, overriddenMs, replacedBy } = result;
  return {
    PriceChangeId: receipt.id,
    MarketplaceId: receipt.marketplaceId,
    SellerSKU: receipt.sku,
    storeItemId: receipt.itemId,
    State: receipt.state,
    TermsRevision: receipt.termsRevision,
    Asked: writeAsked(asked, currency),
    TermsBefore: before && writeTerms(before, currency),
    TermsAfter: after && writeTerms(after, currency),
    ChangedBy: writeAuthor(by, application),
    ChangedByNames: writeNames(namesOf?.(by)),
    RequestId: seesAuthor(application, by) ? receipt.requestId : undefined,
    CreatedTime: writeTime(createdMs),
    SettledTime: settledMs === undefined ? undefined : writeTime(settledMs),
    Result: writeResult(receipt, currency, costOf?.(receipt)),
    Rejection: refusal && writeRejection(refusal, currency),
    OverriddenTime: overriddenMs === undefined ? undefined : writeTime(overriddenMs),
    ReplacedBy: replacedBy,
  };
}

function writeAsked(asked: WantedChange, currency: string): object {
  const { customer, strategy, floorMinor, terms, ifTermsRevision, confirm, undoOf } = asked;
  return {
    CustomerType: customer,
    strategy: strategy && writeStrategy(strategy, currency),
    floor: floorMinor === undefined ? undefined : writeMoney(floorMinor, currency),
    terms: terms && writeNamedTerms(terms, currency),
    IfTermsRevision: ifTermsRevision,
    Confirm: confirm,
    UndoOf: undoOf,
  };
}

function writeStrategy(strategy: Strategy, currency: string): object {
  switch (strategy.type) {
    case 'beatBy':
      return { type: strategy.type, amount: writeMoney(strategy.amountMinor, currency) };
    case 'setTo':
      return { type: strategy.type, price: writeMoney(strategy.listingMinor, currency) };
    default:
      return { type: strategy.type };
  }
}

function writeAuthor(by: ChangedBy, application: string | undefined): object {
  const Kind = authorKindOf(by);
  return seesAuthor(application, by) ? { Kind, ApplicationId: by.clientId, MemberId: by.memberId } : { Kind };
}

const writeNames = (names: AuthorNames | undefined): AuthorNames | undefined =>
  names !== undefined && Object.values(names).some((name) => name !== undefined) ? names : undefined;

/** The terms of an unchanged listing are those before. */
function writeResult({ asked, result }: Receipt, currency: string, costMinor?: number): object | undefined {
  const { box, after, before } = result;
  const terms = after ?? before;
  if (box === undefined || terms === undefined) return undefined;
  const { failing, rivalLandedMinor, net } = box;
  return {
    IsBuyBoxWinner: box.isHolder,
    Reason: resultWords(box, terms, asked.customer, currency),
    DecidedBy: decidingFieldOf(box.decidedBy),
    FailedGates: failing.length === 0 ? undefined : failing,
    CompetingLandedPrice: rivalLandedMinor === undefined ? undefined : writeMoney(rivalLandedMinor, currency),
    EligibleOffers: box.eligible,
    AfterFees: writeNetProceeds(net, currency, costMinor),
  };
}

function writeRejection({ code, message, limit, actual, unit }: Refusal, currency: string): object {
  const figure = (value: number | undefined) =>
    value === undefined ? undefined : unit === 'minor' ? writeMoney(value, currency) : value;
  const hasFigure = limit !== undefined || actual !== undefined;
  return {
    Code: code,
    Reason: message,
    Limit: figure(limit),
    Actual: figure(actual),
    Unit: hasFigure ? (unit === 'minor' ? 'money' : unit) : undefined,
  };
}

/** How many receipts are in each state. */
export function writeStateTotals(receipts: readonly Receipt[]): Record<string, number> {
  const totals = Object.fromEntries(RECEIPT_STATES.map((state) => [state, 0]));
  for (const { state } of receipts) totals[state] = (totals[state] ?? 0) + 1;
  return totals;
}
