import { randomText } from '../../calls/base64url.js';
import { mayPass } from '../../calls/retry.js';
import { textOf } from '../command.js';
import { marketplaceOf } from '../marketplaces.js';
import { figureOf } from '../output/amounts.js';
import { column, printTable, rightColumn } from '../output/table.js';
import { EXIT, usageProblem } from '../problem.js';
import { listingsIn, STRATEGY_OPTIONS } from '../strategy.js';
export const pricesSet = {
    name: 'prices set',
    summary: 'Changes prices, and prints a receipt for each.',
    takes: 'SKU... or SKU=AMOUNT...',
    minNames: 1,
    maxNames: 500,
    options: {
        ...STRATEGY_OPTIONS,
        confirm: { type: 'boolean', help: 'You mean it, although a price is far from the present one.' },
        'if-revision': {
            type: 'string',
            value: 'NUMBER',
            help: 'Only if the terms still have this revision; for one SKU.',
        },
        'idempotency-key': {
            type: 'string',
            value: 'KEY',
            help: 'Repeats a call: it changes nothing twice. Default: a new one.',
        },
    },
    details: 'Needs the right seller-api:pricing:write. --json prints a line for each receipt. The exit code is 5 when a change was refused;\nthe others of the call took effect.',
    examples: [
        'prices set DEMO-SKU-26=29.50 DEMO-SKU-14=33',
        'prices set DEMO-SKU-26 --win --floor 25',
        'prices set DEMO-SKU-26=12 --confirm --if-revision 2',
    ],
    async run(call) {
        const session = await call.connect();
        const marketplace = await marketplaceOf(session, textOf(call, 'marketplace'), call.signal);
        const body = {
            ...listingsIn(call, marketplace),
            ...(call.values.confirm === true && { Confirm: true }),
            ...revisionIn(call),
        };
        const receipts = await change(call, session, body);
        if (call.terminal.json)
            for (const receipt of receipts)
                call.terminal.printJson(receipt);
        else
            print(call.terminal, receipts);
        return receipts.some(({ State }) => State === 'REJECTED') ? EXIT.refused : EXIT.done;
    },
};
function revisionIn(call) {
    const text = textOf(call, 'if-revision');
    if (text === undefined)
        return {};
    if (!/^\d{1,15}$/.test(text))
        throw usageProblem(`--if-revision must be a whole number, not "${text}".`);
    if (call.names.length > 1)
        throw usageProblem('--if-revision is for one SKU.', 'Each listing has its own revision.');
    return { IfTermsRevision: Number(text) };
}
async function change(call, { client }, body) {
    const key = textOf(call, 'idempotency-key') ?? randomText();
    try {
        const { payload } = await client.changePrices({ body, headers: { 'idempotency-key': key }, signal: call.signal });
        return payload.Receipts;
    }
    catch (error) {
        if (mayPass(error) || call.signal.aborted)
            call.terminal.note(`The prices may have been changed. The same command with --idempotency-key ${key} changes nothing twice.`);
        throw error;
    }
}
function print(terminal, receipts) {
    printTable(terminal, receipts, [
        column('SKU', ({ SellerSKU }) => SellerSKU),
        column('STATE', ({ State }) => State),
        rightColumn('BEFORE', ({ TermsBefore }) => figureOf(TermsBefore?.ListingPrice)),
        rightColumn('AFTER', ({ TermsAfter }) => figureOf(TermsAfter?.ListingPrice)),
        rightColumn('NET', ({ Result }) => figureOf(Result?.AfterFees.Net)),
        column('BUY BOX', ({ Result }) => Result && (Result.IsBuyBoxWinner ? 'yours' : 'not yours')),
        rightColumn('REVISION', ({ TermsRevision }) => TermsRevision),
        column('RECEIPT', ({ PriceChangeId }) => PriceChangeId),
    ]);
    for (const { SellerSKU, Rejection } of receipts) {
        if (Rejection)
            terminal.note(`${SellerSKU}: ${Rejection.Reason} (${Rejection.Code})${hintFor(Rejection.Code)}`);
    }
}
const hintFor = (code) => (code === 'ConfirmationRequired' ? ': here that is --confirm' : '');
