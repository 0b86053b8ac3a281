import { listOf, textOf } from '../command.js';
import { timeOf } from '../output/amounts.js';
import { column, printTable, rightColumn } from '../output/table.js';
import { EXIT, usageProblem } from '../problem.js';
import { mustBeWritable, writeDocument } from '../report-file.js';
const TYPES = [
    'POSITIONS',
    'FEES',
    'WHAT_IF',
    'PRICE_HISTORY',
    'BUY_BOX_SHARE',
    'PRICE_CHANGES',
    'EVENTS',
    'DELIVERIES',
];
const OUT_OPTIONS = {
    out: { type: 'string', value: 'FILE', help: 'Where the document goes; - is the standard output.' },
    force: { type: 'boolean', help: 'Replaces a file that exists.' },
};
export const reportsList = {
    name: 'reports list',
    summary: 'Your reports of the last days, the newest first.',
    options: { type: { type: 'string', value: 'TYPE', help: `Only one of ${TYPES.join(', ')}.` } },
    details: '--json prints a line for each report.',
    examples: ['reports list', 'reports list --type FEES --json'],
    async run(call) {
        const { client } = await call.connect();
        const type = textOf(call, 'type');
        const query = type === undefined ? {} : { reportTypes: [typeIn(type)] };
        const found = [];
        for await (const report of client.reports({ query, signal: call.signal }))
            found.push(report);
        if (!call.terminal.json && found.length === 0)
            call.terminal.note('There are no reports yet: marketplace-seller reports create FEES');
        else
            print(call.terminal, found);
        return EXIT.done;
    },
};
export const reportsCreate = {
    name: 'reports create',
    summary: 'Asks for a report, waits until it is done, and downloads it.',
    takes: 'TYPE',
    minNames: 1,
    options: {
        ...OUT_OPTIONS,
        marketplace: {
            type: 'string',
            value: 'ID',
            multiple: true,
            help: 'Only this marketplace; may be repeated. Default: all of yours.',
        },
        format: { type: 'string', value: 'FORMAT', help: 'JSONL or CSV. Default: JSONL.' },
        locale: { type: 'string', value: 'LOCALE', help: 'With CSV: the signs of that country, such as de-DE.' },
        since: { type: 'string', value: 'REPORT', help: 'Only what changed since this report.' },
        parameters: { type: 'string', value: 'JSON', help: 'What the type takes, such as {"states":["losing"]}.' },
        'no-wait': { type: 'boolean', help: 'Only ask for it.' },
    },
    details: `TYPE is one of ${TYPES.join(', ')}. Without --out nothing is downloaded: the table has the id.`,
    examples: [
        'reports create FEES --out fees.jsonl',
        `reports create POSITIONS --marketplace STORE_US --parameters '{"states":["losing"]}' --format CSV --out losing.csv`,
        'reports create EVENTS --out - | head',
    ],
    async run(call) {
        const wanted = bodyIn(call);
        const out = textOf(call, 'out');
        mustBeWritable(out, call.values.force === true);
        const session = await call.connect();
        if (call.values['no-wait'] === true) {
            if (out !== undefined)
                throw usageProblem('--no-wait and --out exclude each other.');
            print(call.terminal, [await session.client.createReport({ body: wanted, signal: call.signal })]);
            return EXIT.done;
        }
        return finish(call, session, wanted);
    },
};
export const reportsDownload = {
    name: 'reports download',
    summary: 'Waits for a report that was asked for, and downloads it.',
    takes: 'REPORT',
    minNames: 1,
    options: OUT_OPTIONS,
    examples: ['reports download rep_0195f2a1c7d35b0e9a417c2f60d8e4b1a2c3 --out fees.jsonl'],
    async run(call) {
        mustBeWritable(textOf(call, 'out'), call.values.force === true);
        return finish(call, await call.connect(), { reportId: call.names[0] ?? '' });
    },
};
async function finish(call, { client }, wanted) {
    const { terminal, signal } = call;
    const out = textOf(call, 'out');
    const run = client.report(wanted, {
        signal,
        onRetry: ({ message }) => terminal.note(`${message} Trying again.`),
    });
    let shown = '';
    for await (const report of run.progress()) {
        const text = progressOf(report);
        if (text !== shown)
            terminal.progress(text);
        shown = text;
    }
    terminal.endProgress();
    if (out !== undefined)
        await writeDocument(run, out, terminal);
    if (out !== '-')
        print(terminal, [await run.done()]);
    if (out !== undefined && out !== '-')
        terminal.note(`Written to ${out}.`);
    return EXIT.done;
}
function bodyIn(call) {
    const [format, locale, since] = [
        textOf(call, 'format')?.toUpperCase(),
        textOf(call, 'locale'),
        textOf(call, 'since'),
    ];
    if (format !== undefined && format !== 'JSONL' && format !== 'CSV')
        throw usageProblem(`--format must be JSONL or CSV, not "${format}".`);
    const marketplaceIds = [...listOf(call, 'marketplace')];
    return {
        reportType: typeIn(call.names[0] ?? ''),
        ...(marketplaceIds.length > 0 && { marketplaceIds }),
        ...(format && { format }),
        ...(locale !== undefined && { locale }),
        ...(since !== undefined && { since }),
        ...parametersIn(textOf(call, 'parameters')),
    };
}
function parametersIn(text) {
    if (text === undefined)
        return {};
    try {
        const parameters = JSON.parse(text);
        if (typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters))
            return { parameters };
    }
    catch {
    }
    throw usageProblem('--parameters must be a JSON object, such as {"states":["losing"]}.');
}
function typeIn(text) {
    const type = TYPES.find((one) => one === text.toUpperCase());
    if (type)
        return type;
    throw usageProblem(`There is no report "${text}".`, `The types: ${TYPES.join(', ')}`);
}
const progressOf = ({ state, processed, total }) => state === 'IN_PROGRESS' && total ? `${state} ${Math.floor((100 * processed) / total)} %` : state;
function print(terminal, reports) {
    if (terminal.json) {
        for (const report of reports)
            terminal.printJson(report);
        return;
    }
    printTable(terminal, reports, [
        column('REPORT', ({ reportId }) => reportId),
        column('TYPE', ({ reportType }) => reportType),
        column('STATE', ({ state }) => state),
        column('CREATED', ({ createdTime }) => timeOf(createdTime)),
        rightColumn('LINES', ({ lines }) => lines),
        rightColumn('BYTES', ({ bytes }) => bytes),
        column('FORMAT', ({ format }) => format),
    ]);
}
