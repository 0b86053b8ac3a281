import { textWithin } from '../../calls/answer-text.js';
import { withDeadline } from '../../calls/call-deadline.js';
import { authorizationUrl, exchangeCode } from '../../tokens/authorization.js';
import { listOf, textOf } from '../command.js';
import { EXIT, Problem, usageProblem } from '../problem.js';
import { Profile } from '../profile.js';
import { addressOf, openSession } from '../session.js';
import { readIssuer } from '../sign-in/issuer.js';
import { Loopback } from '../sign-in/loopback.js';
import { openBrowser } from '../sign-in/open-browser.js';
import { describeSession } from './whoami.js';
const COMMAND_LINE_CLIENT = 'seller-command-line';
const BASIC_RIGHTS = ['pricing:read', 'notifications:read', 'notifications:write'].map((right) => `seller-api:${right}`);
const WAIT_MS = 600_000;
export const login = {
    name: 'login',
    summary: 'Signs you in, in the browser, and stores the access on this machine.',
    takes: '[URL]',
    maxNames: 1,
    options: {
        right: {
            type: 'string',
            value: 'RIGHT',
            multiple: true,
            help: 'Ask for a right that is given by name only, such as seller-api:pricing:write.',
        },
        'no-browser': { type: 'boolean', help: 'Only print the address to open.' },
        port: { type: 'string', value: 'PORT', help: 'Where the browser comes back to. Default: a free port.' },
        issuer: { type: 'string', value: 'URL', help: 'The identity provider. Default: as the service says.' },
    },
    details: 'The tokens are stored in a file that only you may read, and never printed. Your own application needs no sign-in:\nset MARKETPLACE_SELLER_URL, MARKETPLACE_SELLER_CLIENT_ID and MARKETPLACE_SELLER_CLIENT_SECRET.',
    examples: [
        'login https://sellers.example.com',
        'login http://127.0.0.1:8080 --right seller-api:pricing:write',
        'login https://sellers.example.com --profile shop2 --no-browser',
    ],
    async run(call) {
        const { environment, names, terminal } = call;
        const profile = new Profile(environment, textOf(call, 'profile'));
        if (environment.MARKETPLACE_SELLER_CLIENT_SECRET) {
            terminal.note('The application of the environment needs no sign-in: nothing was stored.');
        }
        else {
            const given = names[0] ?? textOf(call, 'url') ?? (environment.MARKETPLACE_SELLER_URL || undefined);
            const url = given ?? (await profile.signIn())?.url;
            if (url === undefined)
                throw usageProblem('Which service?', 'Give its address: marketplace-seller login URL');
            await signIn(call, profile, addressOf(url));
        }
        await describeSession(call, await openSession({ url: names[0] }, environment, profile));
        return EXIT.done;
    },
};
const signIn = (call, profile, url) => withDeadline(call.signal, WAIT_MS, () => new Problem('Nobody signed in within ten minutes.', 'Try again: marketplace-seller login'), (signal) => signInWithin(call, profile, url, signal));
async function signInWithin(call, profile, url, signal) {
    const { terminal } = call;
    const given = textOf(call, 'issuer');
    const { issuer, grantsUrl } = given === undefined ? await readIssuer(url, signal) : { issuer: given };
    const clientId = textOf(call, 'client-id') ?? (call.environment.MARKETPLACE_SELLER_CLIENT_ID || COMMAND_LINE_CLIENT);
    const loopback = await Loopback.listen(portIn(textOf(call, 'port')));
    try {
        const { redirectUri } = loopback;
        const started = await authorizationUrl({
            baseUrl: url,
            clientId,
            redirectUri,
            scope: scopeOf(listOf(call, 'right')),
        });
        terminal.note(`Open this address in your browser, sign in and allow:\n${started.url}`);
        if (terminal.isWatched && call.values['no-browser'] !== true)
            openBrowser(started.url);
        await loopback.arrival(started.state, signal, async (callbackUrl) => {
            const tokens = recordingScope();
            await exchangeCode({
                ...{ baseUrl: url, clientId, redirectUri, callbackUrl, issuer, signal },
                ...{ state: started.state, verifier: started.verifier },
                ...{ tokenStore: profile.tokens, fetch: tokens.fetch },
            });
            const scope = tokens.scope();
            await profile.store({ url, clientId, ...(grantsUrl && { grantsUrl }), ...(scope && { scope }) });
        });
    }
    finally {
        loopback.close();
    }
}
const MAX_TOKENS_BYTES = 2 ** 20;
function recordingScope() {
    let scope;
    return {
        scope: () => (typeof scope === 'string' ? scope : undefined),
        async fetch(...request) {
            const answer = await fetch(...request);
            try {
                ({ scope } = Object(JSON.parse((await textWithin(answer.clone(), MAX_TOKENS_BYTES)) ?? '')));
            }
            catch {
            }
            return answer;
        },
    };
}
function scopeOf(rights) {
    for (const right of rights)
        if (!/^seller-api:[a-z]+:[a-z]+$/.test(right))
            throw usageProblem(`--right must be a right such as seller-api:pricing:write, not "${right}".`);
    return [...(rights.length > 0 ? [...BASIC_RIGHTS, ...rights] : []), 'offline_access'].join(' ');
}
function portIn(text = '0') {
    if (/^\d{1,5}$/.test(text) && Number(text) < 65_536)
        return Number(text);
    throw usageProblem(`--port must be 0 to 65535, not "${text}".`);
}
