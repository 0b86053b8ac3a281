import { textOf } from './command.js';
import { readAmount } from './output/amounts.js';
import { usageProblem } from './problem.js';
export const STRATEGY_OPTIONS = {
    marketplace: { type: 'string', value: 'ID', help: 'Default: your only one, or the default of the service.' },
    win: { type: 'boolean', help: 'The highest price that holds the buy box.' },
    match: { type: 'boolean', help: 'The price of the best rival.' },
    'beat-by': { type: 'string', value: 'AMOUNT', help: 'So much less than the best rival.' },
    to: { type: 'string', value: 'AMOUNT', help: 'This listing price. SKU=AMOUNT says it for one.' },
    floor: { type: 'string', value: 'AMOUNT', help: 'No listing price below this one.' },
};
export function listingsIn(call, { id: MarketplaceId, currency }) {
    const shared = strategyIn(call, currency);
    const floor = textOf(call, 'floor');
    const listings = call.names.map((name) => {
        const [, SellerSKU, price] = /^(.+)=(\d[\d.]*)$/s.exec(name) ?? [];
        if (SellerSKU !== undefined && price !== undefined && shared === undefined)
            return { SellerSKU, strategy: { type: 'setTo', price: readAmount(price, name, currency) } };
        if (shared === undefined)
            throw usageProblem(`Which price for ${name}?`, 'SKU=AMOUNT, or one of --win, --match, --beat-by AMOUNT, --to AMOUNT.');
        return { SellerSKU: name, strategy: shared };
    });
    return { MarketplaceId, listings, ...(floor !== undefined && { floor: readAmount(floor, '--floor', currency) }) };
}
function strategyIn(call, currency) {
    const [beatBy, to] = [textOf(call, 'beat-by'), textOf(call, 'to')];
    const given = [
        ...(call.values.win ? [{ type: 'win' }] : []),
        ...(call.values.match ? [{ type: 'match' }] : []),
        ...(beatBy === undefined ? [] : [{ type: 'beatBy', amount: readAmount(beatBy, '--beat-by', currency) }]),
        ...(to === undefined ? [] : [{ type: 'setTo', price: readAmount(to, '--to', currency) }]),
    ];
    if (given.length > 1)
        throw usageProblem('Give only one of --win, --match, --beat-by and --to.');
    return given[0];
}
