import { createClient } from '../create-client.js';
import { EXIT, Problem, usageProblem } from './problem.js';
export async function openSession(wanted, environment, profile) {
    const clientSecret = environment.MARKETPLACE_SELLER_CLIENT_SECRET || undefined;
    const url = wanted.url ?? (environment.MARKETPLACE_SELLER_URL || undefined);
    const clientId = wanted.clientId ?? (environment.MARKETPLACE_SELLER_CLIENT_ID || undefined);
    if (clientSecret !== undefined)
        return ownApplication({ url, clientId, clientSecret });
    const signIn = await profile.signIn();
    if (signIn === undefined)
        throw new Problem('Nobody is signed in.', 'Sign in: marketplace-seller login URL. Or set MARKETPLACE_SELLER_URL, _CLIENT_ID and _CLIENT_SECRET of your own application.', EXIT.notSignedIn);
    if (clientId !== undefined && clientId !== signIn.clientId)
        throw usageProblem(`The application ${clientId} has no secret here, and is not the one that was signed in with.`, 'Set MARKETPLACE_SELLER_CLIENT_SECRET, or leave the id out.');
    if (url !== undefined && addressOf(url) !== signIn.url)
        throw usageProblem(`The sign-in is one at ${signIn.url}, not at ${url}.`, `Sign in there: marketplace-seller login ${url} --profile NAME, then use --profile NAME.`);
    const credentials = { clientId: signIn.clientId, tokenStore: profile.tokens };
    return { url: signIn.url, clientId: signIn.clientId, signIn, client: clientOf(signIn.url, credentials) };
}
function ownApplication({ url, clientId, clientSecret }) {
    if (clientId === undefined)
        throw usageProblem('There is a secret, but no client id.', 'Set MARKETPLACE_SELLER_CLIENT_ID, or give --client-id.');
    if (url === undefined)
        throw usageProblem('Which service?', 'Set MARKETPLACE_SELLER_URL, or give --url.');
    const base = addressOf(url);
    return { url: base, clientId, client: clientOf(base, { clientId, clientSecret }) };
}
const clientOf = (baseUrl, credentials) => createClient({ baseUrl, credentials });
export function addressOf(text) {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
        throw usageProblem(`The service must be an http or https address such as https://sellers.example.com, not "${text}".`);
    return url.href.replace(/\/+$/, '');
}
