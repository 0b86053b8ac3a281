import type { WhatIfPrice } from 'marketplace-seller-sdk';
import { decimalsOf } from '../../amounts.ts';
import { type Cell, csvOf } from './csv.ts';
import { differencesOf, wouldLoseMoney } from './differences.ts';
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
  'Change of price',
  'Change of net',
  'Loses money',
];

/** Only where a cost is known to the reader. */
const PROFIT_HEAD = ['Profit now', 'New profit'];

/** The whole table as text for programs, whatever the language of their reader: amounts are plain numbers with a point, in the currency of their row. */
export function exportOf(outcomes: readonly Outcome[], currency: string): string {
  const rows = outcomes.map((outcome) => rowOf(outcome, currency));
  const profits = outcomes.map(({ PresentPrice, NewPrice }) => [PresentPrice, NewPrice].map(profitOf));
  if (profits.every(([now]) => now === undefined)) return csvOf([HEAD, ...rows]);
  return csvOf([[...HEAD, ...PROFIT_HEAD], ...rows.map((row, n) => [...row, ...(profits[n] ?? [])])]);
}

const profitOf = (price: WhatIfPrice | undefined) => price?.AfterFees.Profit?.Amount;

function rowOf(outcome: Outcome, currency: string): Cell[] {
  const { SellerSKU, Title, storeItemId, status, IsBuyBoxWinner, WouldWin, Reasons = [] } = outcome;
  const { now, next } = netsOf(outcome);
  const changes = differencesOf(outcome, decimalsOf(currency));
  return [
    SellerSKU,
    Title,
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
    changes.price,
    changes.net,
    next === undefined ? undefined : yesNo(wouldLoseMoney(outcome)),
  ];
}

const yesNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? 'yes' : 'no');
