import { textOf } from '../command.js';
import { marketplaceOf } from '../marketplaces.js';
import { amountOf, readAmount } from '../output/amounts.js';
import { column, printFacts, printTable } from '../output/table.js';
import { EXIT, usageProblem } from '../problem.js';
export const why = {
    name: 'why',
    summary: 'Why a listing holds the buy box or not, and which price wins.',
    takes: 'SKU',
    minNames: 1,
    options: {
        marketplace: { type: 'string', value: 'ID', help: 'Default: your only one, or the default of the service.' },
        business: { type: 'boolean', help: 'The buy box of business customers.' },
        price: { type: 'string', value: 'AMOUNT', help: 'As if this were the listing price.' },
        shipping: { type: 'string', value: 'AMOUNT', help: 'As if this were the shipping charge.' },
        channel: { type: 'string', value: 'FS|SELLER', help: 'As if this shipped it.' },
    },
    examples: ['why DEMO-SKU-20', 'why DEMO-SKU-20 --price 15.99', 'why DEMO-SKU-9 --business --json'],
    async run(call) {
        const { signal, terminal, names } = call;
        const session = await call.connect();
        const { id: MarketplaceId, currency } = await marketplaceOf(session, textOf(call, 'marketplace'), signal);
        const query = {
            ...{ MarketplaceId, CustomerType: call.values.business ? 'Business' : 'Consumer' },
            ...(textOf(call, 'price') !== undefined && { ListingPrice: figureIn(call, 'price', currency) }),
            ...(textOf(call, 'shipping') !== undefined && { Shipping: figureIn(call, 'shipping', currency) }),
            ...channelIn(textOf(call, 'channel')),
        };
        const { payload } = await session.client.explainBuyBox({ path: { SellerSKU: names[0] ?? '' }, query, signal });
        if (terminal.json)
            terminal.printJson(payload);
        else
            print(call, payload);
        return EXIT.done;
    },
};
const figureIn = (call, name, currency) => String(readAmount(textOf(call, name) ?? '', `--${name}`, currency).Amount);
function channelIn(text) {
    if (text === undefined)
        return {};
    if (text === 'FS' || text === 'SELLER')
        return { FulfillmentChannel: text };
    throw usageProblem(`--channel must be FS or SELLER, not "${text}".`);
}
function print({ terminal }, box) {
    terminal.print(terminal.styled(box.IsBuyBoxWinner ? 'green' : 'red', box.Explanation));
    const { Holder: holder, RunnerUp: next, WinningPrice: wins } = box;
    printFacts(terminal, [
        ['Your price', `${amountOf(box.Offer.LandedPrice)}, net ${amountOf(box.Offer.AfterFees.Net) ?? 'unknown'}`],
        ['Holder', holder && `${holder.MyOffer ? 'you' : holder.SellerId} at ${amountOf(holder.LandedPrice)}`],
        ['Gap', amountOf(box.GapToHolder)],
        ['Next', next && `${next.MyOffer ? 'you' : next.SellerId} at ${amountOf(next.LandedPrice)}`],
        ['Winning price', winningText(wins)],
        ['Offers', `${box.EligibleOffers} eligible`],
    ]);
    const failed = box.Gates.filter(({ Passed }) => !Passed);
    if (failed.length === 0)
        return;
    terminal.print('');
    printTable(terminal, failed, [
        column('FAILED GATE', ({ Name }) => Name),
        column('WHY', ({ Explanation }) => Explanation),
    ]);
}
function winningText({ ListingPrice, AfterFees, Explanation }) {
    if (ListingPrice === undefined)
        return Explanation;
    return `${amountOf(ListingPrice)}, net ${amountOf(AfterFees?.Net) ?? 'unknown'}: ${Explanation}`;
}
