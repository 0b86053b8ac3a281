import type { WhatIfBody, WhatIfStrategy } from '../generated/types.gen.ts';
import { type Call, type Options, textOf } from './command.ts';
import type { Marketplace } from './marketplaces.ts';
import { readAmount } from './output/amounts.ts';
import { usageProblem } from './problem.ts';

/** `what-if` and `prices set` take the same, so that what was tried can be done. */
export const STRATEGY_OPTIONS: Options = {
  marketplace: { type: 'string', value: 'ID', help: 'Default: your only one, or the default of the service.' },
  win: { type: 'boolean', help: 'The highest price that holds the buy box.' },
  match: { type: 'boolean', help: 'The price of the best rival.' },
  'beat-by': { type: 'string', value: 'AMOUNT', help: 'So much less than the best rival.' },
  to: { type: 'string', value: 'AMOUNT', help: 'This listing price. SKU=AMOUNT says it for one.' },
  floor: { type: 'string', value: 'AMOUNT', help: 'No listing price below this one.' },
};

/** The listings of a call with their strategies. `SKU=AMOUNT` has its own, the others share the one of the options. */
export function listingsIn(call: Call, { id: MarketplaceId, currency }: Marketplace): WhatIfBody {
  const shared = strategyIn(call, currency);
  const floor = textOf(call, 'floor');
  const listings = call.names.map((name) => {
    // A SKU may have an equals sign itself: the amount is behind the last one.
    const [, SellerSKU, price] = /^(.+)=(\d[\d.]*)$/s.exec(name) ?? [];
    if (SellerSKU !== undefined && price !== undefined && shared === undefined)
      return { SellerSKU, strategy: { type: 'setTo' as const, price: readAmount(price, name, currency) } };
    if (shared === undefined)
      throw usageProblem(
        `Which price for ${name}?`,
        'SKU=AMOUNT, or one of --win, --match, --beat-by AMOUNT, --to AMOUNT.',
      );
    return { SellerSKU: name, strategy: shared };
  });
  return { MarketplaceId, listings, ...(floor !== undefined && { floor: readAmount(floor, '--floor', currency) }) };
}

function strategyIn(call: Call, currency: string): WhatIfStrategy | undefined {
  const [beatBy, to] = [textOf(call, 'beat-by'), textOf(call, 'to')];
  const given: WhatIfStrategy[] = [
    ...(call.values.win ? [{ type: 'win' as const }] : []),
    ...(call.values.match ? [{ type: 'match' as const }] : []),
    ...(beatBy === undefined ? [] : [{ type: 'beatBy' as const, amount: readAmount(beatBy, '--beat-by', currency) }]),
    ...(to === undefined ? [] : [{ type: 'setTo' as const, price: readAmount(to, '--to', currency) }]),
  ];
  if (given.length > 1) throw usageProblem('Give only one of --win, --match, --beat-by and --to.');
  return given[0];
}
