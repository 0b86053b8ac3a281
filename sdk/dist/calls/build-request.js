import { failure } from '../api-error.js';
import { randomText } from './base64url.js';
import { takesKey } from './operation-rules.js';
import { VERSION } from './version.js';
export function readBaseUrl(baseUrl) {
    const url = new URL(baseUrl);
    if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
        throw new TypeError('baseUrl must be an http or https address without user name, query and fragment.');
    }
    return url;
}
export function buildRequest(baseUrl, method, request) {
    const path = fillPath(request.url, Object(request.path));
    const query = String(pairsOf(request.query));
    const headers = readHeaders(request.headers);
    const { body } = request;
    if (body === undefined)
        headers.delete('content-type');
    else if (request.url === '/auth/v4/token')
        headers.set('content-type', FORM);
    if (headers.has('if-none-match') && !headers.has('cache-control'))
        headers.set('cache-control', 'max-age=0');
    if (takesKey(method, request.url) && !headers.has('idempotency-key'))
        headers.set('idempotency-key', randomText());
    return {
        method,
        url: addressOf(baseUrl, path + (query && `?${query}`)),
        headers,
        body: body === undefined ? null : writeBody(body, headers.get('content-type') ?? ''),
    };
}
export const addressOf = (baseUrl, path) => baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path;
const FORM = 'application/x-www-form-urlencoded';
function fillPath(template, values) {
    return template.replace(/\{(\w+)\}/g, (_, name) => {
        const value = String(values[name] ?? '');
        try {
            if (!/^\.{0,2}$/.test(value))
                return encodeURIComponent(value);
        }
        catch {
        }
        throw invalidInput(name, 'It must be Unicode text other than "", "." and "..".');
    });
}
function pairsOf(fields) {
    const pairs = new URLSearchParams();
    for (const [name, value] of Object.entries(Object(fields))) {
        for (const one of [value].flat())
            if (one != null)
                pairs.append(name, String(one));
    }
    return pairs;
}
function readHeaders(given) {
    const headers = new Headers({ accept: 'application/json' });
    if (!('location' in globalThis))
        headers.set('user-agent', `marketplace-seller-sdk/${VERSION}`);
    for (const [name, value] of Object.entries(Object(given))) {
        if (value == null)
            continue;
        try {
            headers.set(name, String(value));
        }
        catch {
            throw invalidInput(name, 'A header has only visible characters and spaces.');
        }
    }
    return headers;
}
function writeBody(body, type) {
    if (typeof body === 'string' || body instanceof Blob)
        return body;
    if (type.startsWith(FORM))
        return String(pairsOf(body));
    try {
        if (Array.isArray(body) && /ndjson|jsonl|json-lines/.test(type)) {
            return body.map((line) => `${JSON.stringify(line)}\n`).join('');
        }
        return JSON.stringify(body);
    }
    catch (cause) {
        throw invalidInput('body', 'It cannot be written as JSON.', cause);
    }
}
const invalidInput = (name, details, cause) => failure('InvalidInput', `${name} cannot be sent.`, details, { cause });
