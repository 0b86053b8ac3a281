import type { WhatIf } from '../../generated/types.gen.ts';
import { type Command, textOf } from '../command.ts';
import { marketplaceOf } from '../marketplaces.ts';
import { amountOf, figureOf } from '../output/amounts.ts';
import { column, printTable, rightColumn } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { EXIT } from '../problem.ts';
import { listingsIn, STRATEGY_OPTIONS } from '../strategy.ts';

export const whatIf: Command = {
  name: 'what-if',
  summary: 'What other prices would do. Nothing is changed.',
  takes: 'SKU...',
  minNames: 1,
  maxNames: 500,
  options: STRATEGY_OPTIONS,
  examples: [
    'what-if DEMO-SKU-26 DEMO-SKU-14 --win',
    'what-if DEMO-SKU-26=29.50',
    'what-if DEMO-SKU-26 --beat-by 0.10 --floor 25 --json',
  ],
  async run(call) {
    const { terminal, signal } = call;
    const session = await call.connect();
    const marketplace = await marketplaceOf(session, textOf(call, 'marketplace'), signal);
    const { payload } = await session.client.tryPrices({ body: listingsIn(call, marketplace), signal });
    if (terminal.json) terminal.printJson(payload);
    else print(terminal, payload);
    return payload.Totals.InvalidSKUs > 0 ? EXIT.refused : EXIT.done;
  },
};

function print(terminal: Terminal, { Listings, Totals }: WhatIf): void {
  printTable(terminal, Listings, [
    column('SKU', ({ SellerSKU }) => SellerSKU),
    column('RESULT', ({ status }) => status),
    rightColumn('PRICE', ({ PresentPrice }) => figureOf(PresentPrice?.ListingPrice)),
    rightColumn('NEW PRICE', ({ NewPrice }) => figureOf(NewPrice?.ListingPrice)),
    rightColumn('RIVAL', ({ CompetingLandedPrice }) => figureOf(CompetingLandedPrice)),
    rightColumn('NET', ({ PresentPrice }) => figureOf(PresentPrice?.AfterFees.Net)),
    rightColumn('NEW NET', ({ NewPrice }) => figureOf(NewPrice?.AfterFees.Net)),
    column('FAILS', ({ Reasons }) => Reasons?.join(', ')),
  ]);
  terminal.note(
    `${Totals.WouldWin} of ${Totals.Listings} would hold the buy box, ${Totals.WinsNow} do now. Net ${amountOf(Totals.Net)}, then ${amountOf(Totals.NewNet)}.`,
  );
}
