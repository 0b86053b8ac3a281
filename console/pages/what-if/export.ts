import type { Outcome } from './ask.ts';
import { type Cell, csvOf } from './csv.ts';
import { isApplied, outcomeOf } from './outcome.ts';
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

/** Gives the browser a file to keep. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read it only after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
