import type { WhatIfResult } from 'marketplace-seller-sdk';

/** What would happen with one listing. */
export type Outcome = WhatIfResult;

type Words = { readonly label: string; readonly tone: 'good' | 'bad' | 'warn' | 'neutral' };

const words: Readonly<Record<string, Words>> = {
  WOULD_WIN: { label: 'Would win', tone: 'good' },
  WOULD_LOSE: { label: 'Would lose', tone: 'bad' },
  BELOW_FLOOR: { label: 'Below floor', tone: 'warn' },
  PRICE_OUT_OF_RANGE: { label: 'Out of range', tone: 'warn' },
  NO_COMPETITION: { label: 'No rival', tone: 'neutral' },
  // Not the state "Not eligible" of a listing: a price may help that one, and listings that are not on sale have this outcome.
  NOT_ELIGIBLE: { label: 'No price wins', tone: 'neutral' },
  INVALID_SKU: { label: 'Not yours', tone: 'neutral' },
};

/** The list is open: an unknown outcome is shown as the API names it. */
export const outcomeOf = (status: string): Words => words[status] ?? { label: status, tone: 'neutral' };

export const outcomes = Object.keys(words);

/** With any other outcome the listing keeps its price. */
export const isApplied = ({ status }: Pick<WhatIfResult, 'status'>): boolean =>
  status === 'WOULD_WIN' || status === 'WOULD_LOSE';

export function explainOutcome({ status, WouldWin }: WhatIfResult): string {
  switch (status) {
    case 'WOULD_WIN':
      return 'Holds the buy box at the new price';
    case 'WOULD_LOSE':
      return 'Another offer stays ahead at the new price';
    case 'BELOW_FLOOR':
      return `Keeps its price${WouldWin ? ', and wins with it' : ''}: the new one is below the floor`;
    case 'PRICE_OUT_OF_RANGE':
      return 'Keeps its price: the new one would be below zero or too high';
    case 'NO_COMPETITION':
      return `Keeps its price${WouldWin ? ', and wins with it' : ''}: nobody competes`;
    case 'NOT_ELIGIBLE':
      return 'Keeps its price: no price wins while it fails a rule of the buy box';
    case 'INVALID_SKU':
      return 'You have no listing with this SKU here';
    default:
      return 'Keeps its price';
  }
}
