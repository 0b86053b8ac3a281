/** One thing that needs attention. The whole row leads to its page. */
export type Row = {
  readonly key: string;
  readonly icon: 'down' | 'warning' | 'fees' | 'bell';
  readonly tone: 'bad' | 'warn' | 'good';
  /** What it is about: a title, a name. */
  readonly title: string;
  /** Beside the title, softer: the SKU. */
  readonly about?: string;
  readonly text: string;
  /** That a price loses money, in a sentence; empty when none does. */
  readonly loss?: string;
  /** One or two words. */
  readonly word: string;
  /** Since when, where it is known. */
  readonly at?: string | undefined;
  /** Below the console's path, with encoded parts and query. */
  readonly path: string;
};
