import { WebhookError } from './webhook-error.js';
const MAX_SIGNATURES = 8;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
export async function verifyWebhook(headers, body, secrets, { toleranceSeconds = 300, nowMs = Date.now() } = {}) {
    const bytes = await bytesOf(body);
    const keys = await keysOf([secrets].flat());
    const id = headerOf(headers, 'webhook-id');
    const timestamp = headerOf(headers, 'webhook-timestamp');
    const signatures = headerOf(headers, 'webhook-signature');
    mustBeRecent(timestamp, toleranceSeconds, nowMs);
    const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
    const candidates = signatures.split(' ').flatMap(signatureOf).slice(0, MAX_SIGNATURES);
    for (const key of keys) {
        for (const signature of candidates) {
            if (await crypto.subtle.verify('HMAC', key, signature, signed))
                return eventOf(bytes);
        }
    }
    throw new WebhookError('WrongSignature', 'None of the signatures is by one of the secrets.');
}
function bytesOf(body) {
    if (typeof body === 'string' || body instanceof ArrayBuffer || ArrayBuffer.isView(body))
        return new Blob([body]).arrayBuffer();
    throw new WebhookError('InvalidBody', 'Pass the body as it arrived, as text or bytes: turn off the JSON parser for this address.');
}
function keysOf(secrets) {
    const keys = secrets.map((secret) => decoded(typeof secret === 'string' ? secret.replace(/^whsec_/, '') : ''));
    if (keys.length === 0 || keys.some(({ length }) => length === 0))
        throw new WebhookError('InvalidSecret', 'Pass at least one secret, each in base64, with or without whsec_ before it.');
    return Promise.all(keys.map((key) => crypto.subtle.importKey('raw', key, HMAC, false, ['verify'])));
}
function decoded(base64) {
    try {
        return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    }
    catch {
        return new Uint8Array();
    }
}
function signatureOf(text) {
    const bytes = decoded(text.slice(3));
    return bytes.length === 32 && `v1,${btoa(String.fromCharCode(...bytes))}` === text ? [bytes] : [];
}
function headerOf(headers, name) {
    const value = typeof headers.get === 'function'
        ? headers.get(name)
        : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    const text = [value ?? []].flat().join(' ');
    if (text === '')
        throw new WebhookError('MissingHeader', `The header ${name} is missing.`);
    return text;
}
function mustBeRecent(timestamp, toleranceSeconds, nowMs) {
    const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
    if (Math.abs(Math.floor(nowMs / 1_000) - seconds) <= toleranceSeconds)
        return;
    throw new WebhookError('InvalidTimestamp', `The time of the attempt must be within ${toleranceSeconds} seconds of now: check the clock.`);
}
function eventOf(bytes) {
    try {
        const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
        if (typeof event.type === 'string')
            return event;
    }
    catch {
    }
    throw new WebhookError('InvalidEvent', 'The body is genuine, but no event in JSON.');
}
