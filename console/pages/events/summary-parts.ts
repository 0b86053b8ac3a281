import type { Money } from 'marketplace-seller-sdk';
import type { SellerName } from '../../seller-name.ts';

/** What a filter chooses by. `box`: changes of a buy box that is neither won nor lost. */
export type Group = 'won' | 'lost' | 'health' | 'promotions' | 'fees' | 'destinations' | 'box' | 'offers' | 'other';

export type EventSummary = {
  readonly group: Group;
  readonly tone: 'good' | 'bad' | 'warn' | 'accent' | 'neutral';
  /** What happened. */
  readonly headline: string;
  /** The figures, in sentences. */
  readonly text: string;
  /** That a price loses money, in a sentence. */
  readonly loss?: string;
  /** The page that says more, where it is not that of a listing. */
  readonly page?: '/notifications' | '/fees' | '/reports';
};

/** In the language of the page. */
export type Formats = {
  readonly money: (amount: Money, isSigned?: boolean) => string;
  /** A day. */
  readonly date: (at: string) => string;
};

export type EventFormats = Formats & {
  /** The name of another seller, by its SellerId. */
  readonly seller: SellerName;
};

/** `1 listing`, `3 listings`. */
export const listings = (count: number): string => `${count} listing${count === 1 ? '' : 's'}`;
