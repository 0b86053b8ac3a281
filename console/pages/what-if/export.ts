import { type Cell, csvOf } from './csv.ts';
import { isApplied, type Outcome, outcomeOf } from './outcome.ts';
import { netsOf } from './totals.ts';

const HEAD = [
  'SKU',
  'Title',
  'Item',
  'Result',
  'Wins now',
  'Would win',
  'Currency',
  'Price now',
  'New price',
  'Price of the strategy',
  'Landed price of the best rival',
  'Net now',
  'New net',
  'Fails',
];

/** The whole table as text. Amounts are plain numbers in the currency of their row. */
export function exportOf(outcomes: readonly Outcome[], currency: string): string {
  return csvOf([HEAD, ...outcomes.map((outcome) => rowOf(outcome, currency))]);
}

function rowOf(outcome: Outcome, currency: string): Cell[] {
  const { SellerSKU, title, storeItemId, status, IsBuyBoxWinner, WouldWin, Reasons = [] } = outcome;
  const { now, next } = netsOf(outcome);
  return [
    SellerSKU,
    title,
    storeItemId,
    outcomeOf(status).label,
    yesNo(IsBuyBoxWinner),
    yesNo(WouldWin),
    currency,
    outcome.PresentPrice?.ListingPrice.Amount,
    isApplied(outcome) ? outcome.NewPrice?.ListingPrice.Amount : undefined,
    outcome.StrategyPrice?.Amount,
    outcome.CompetingLandedPrice?.Amount,
    now,
    next,
    Reasons.join(' '),
  ];
}

const yesNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? 'yes' : 'no');
