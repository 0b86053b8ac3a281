import { writeTime } from '../../domain/time.ts';
import type { KeptOffer } from '../../market/intake/intake.ts';
import { printable } from './reject-report.ts';

/** Enough to recognize the sellers: a file without `termsAsOf` may keep the terms of all of them. */
const MAX_PRINTED = 20;

/** Lists the offers that kept the terms of their sellers (decision 49): the first ones, and how many there are. */
export class KeptTermsReport {
  readonly #print: (line: string) => void;
  count = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(file: string, { line, offer: { marketplaceId, sellerId, sku }, termsSetMs }: KeptOffer): void {
    this.count += 1;
    if (this.count === MAX_PRINTED + 1) this.#print('... more offers kept the terms of their sellers');
    if (this.count > MAX_PRINTED) return;
    const offer = `${marketplaceId} ${sellerId} ${sku}`;
    this.#print(
      printable(`${file}:${line} keptTerms: ${offer}: its seller changed the terms at ${writeTime(termsSetMs)}`),
    );
  }

  summary(): string {
    return (
      `keptTerms: ${this.count.toLocaleString('en-US')} offers kept the terms that their sellers had set; all other fields were ` +
      'imported. Send termsAsOf, or terms: override, for terms that shall count'
    );
  }
}
