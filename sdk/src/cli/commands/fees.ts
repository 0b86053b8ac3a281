import type { FeesEstimateResult } from '../../generated/types.gen.ts';
import { type Call, type Command, textOf } from '../command.ts';
import { type Marketplace, marketplaceOf } from '../marketplaces.ts';
import { amountOf, figureOf, readAmount } from '../output/amounts.ts';
import { column, printTable, rightColumn } from '../output/table.ts';
import { EXIT } from '../problem.ts';
import type { Session } from '../session.ts';

export const fees: Command = {
  name: 'fees',
  summary: 'What you will pay for one sold unit, line by line.',
  takes: 'SKU...',
  minNames: 1,
  maxNames: 100,
  options: {
    marketplace: { type: 'string', value: 'ID', help: 'Default: your only one, or the default of the service.' },
    price: { type: 'string', value: 'AMOUNT', help: 'At this listing price instead of the present one.' },
    shipping: { type: 'string', value: 'AMOUNT', help: 'With this shipping charge instead of the present one.' },
    'as-of': { type: 'string', value: 'TIME', help: 'With the fee schedule of another time, such as 2026-12-01.' },
  },
  details: '--json prints a line for each SKU, with the explanation of each fee.',
  examples: ['fees DEMO-SKU-1', 'fees DEMO-SKU-1 DEMO-SKU-7 --price 25', 'fees DEMO-SKU-1 --as-of 2026-12-01 --json'],
  async run(call) {
    const session = await call.connect();
    const marketplace = await marketplaceOf(session, textOf(call, 'marketplace'), call.signal);
    const request = requestIn(call, marketplace);
    let exitCode: number = EXIT.done;
    for (const [n, SellerSKU] of call.names.entries()) {
      const result = await estimate(call, session, { SellerSKU, ...request });
      if (result.Error) exitCode = EXIT.refused;
      if (n > 0 && !call.terminal.json) call.terminal.print('');
      if (call.terminal.json) call.terminal.printJson(result);
      else print(call, SellerSKU, result);
    }
    return exitCode;
  },
};

type Request = ReturnType<typeof requestIn> & { SellerSKU: string };

function requestIn(call: Call, { id: MarketplaceId, currency }: Marketplace) {
  const [price, shipping, asOf] = [textOf(call, 'price'), textOf(call, 'shipping'), textOf(call, 'as-of')];
  return {
    query: { MarketplaceId, explain: true, ...(asOf !== undefined && { asOf }) },
    prices: {
      ...(price !== undefined && { ListingPrice: readAmount(price, '--price', currency) }),
      ...(shipping !== undefined && { Shipping: readAmount(shipping, '--shipping', currency) }),
    },
  };
}

/** At another price: first as it is, which says who ships and at which price. The fees depend on both. */
async function estimate(
  { signal }: Call,
  { client }: Session,
  { SellerSKU, query, prices }: Request,
): Promise<FeesEstimateResult> {
  const call = { path: { SellerSKU }, query, signal };
  const present = (await client.getFeesEstimateForSku(call)).payload.FeesEstimateResult;
  const { IsStoreFulfilled, PriceToEstimateFees: price } = present.FeesEstimateIdentifier;
  if (Object.keys(prices).length === 0 || price === undefined) return present;
  const FeesEstimateRequest = {
    MarketplaceId: query.MarketplaceId,
    ...(IsStoreFulfilled !== undefined && { IsStoreFulfilled }),
    PriceToEstimateFees: {
      ListingPrice: price.ListingPrice,
      ...(price.Shipping && { Shipping: price.Shipping }),
      ...prices,
    },
  };
  return (await client.getFeesEstimateForSku({ ...call, body: { FeesEstimateRequest } })).payload.FeesEstimateResult;
}

function print({ terminal }: Call, sku: string, result: FeesEstimateResult): void {
  const { FeesEstimate: found, Error: problem, FeesEstimateIdentifier: asked } = result;
  if (!found) {
    terminal.note(`${sku}: ${problem?.Message ?? 'no estimate'} ${problem?.Detail.join(' ') ?? ''}`.trim());
    return;
  }
  const price = asked.PriceToEstimateFees;
  const shipping = price?.Shipping?.Amount ? ` with ${amountOf(price.Shipping)} shipping` : '';
  terminal.print(
    `${sku}: ${amountOf(found.TotalFeesEstimate)} of ${amountOf(price?.ListingPrice) ?? 'its price'}${shipping}`,
  );
  printTable(terminal, found.FeeDetailList, [
    column('FEE', ({ FeeType }) => FeeType),
    rightColumn('AMOUNT', ({ FeeAmount }) => figureOf(FeeAmount)),
    rightColumn('PROMOTION', ({ FeePromotion }) => figureOf(FeePromotion)),
    rightColumn('TAX', ({ TaxAmount }) => figureOf(TaxAmount)),
    rightColumn('YOU PAY', ({ FinalFee }) => figureOf(FinalFee)),
  ]);
}
