import type { Money } from '../../generated/types.gen.ts';
/** `22.99 USD`, with the decimals of the currency. */
export declare function amountOf(money: Money | undefined): string | undefined;
/** Without the currency, for columns of one marketplace. */
export declare function figureOf(money: Money | undefined): string | undefined;
/** An amount as people type it. `name` is the option or argument. */
export declare function readAmount(text: string, name: string, currency: string): Money;
export declare const timeOf: (text: string | undefined) => string | undefined;
