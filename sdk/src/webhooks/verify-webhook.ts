import type { SellerEvent } from '../generated/types.gen.ts';
import { WebhookError } from './webhook-error.ts';

/** `Headers` of fetch, `request.headers` of Node, or a plain object. The case of names does not matter. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Exactly what arrived: parsed and written again, it has other bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

export type WebhookOptions = {
  /** How far the time of the attempt may be from now, in both directions. Default: 300. */
  toleranceSeconds?: number | undefined;
  /** Now, in milliseconds since 1970 UTC. Default: the clock of this machine. */
  nowMs?: number | undefined;
};

/** The service sends one signature per secret, and has two during a rotation. More would only cost time. */
const MAX_SIGNATURES = 8;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Checks the signature of a webhook (Standard Webhooks, `v1`) and returns the event. Pass all secrets that may be in use: while one is
 * replaced, the old and the new one. Rejects with a WebhookError when the request is not genuine. The same event may arrive more than
 * once: drop those whose `id` you have.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: WebhookBody,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: WebhookOptions = {},
): Promise<SellerEvent> {
  const bytes = bytesOf(body);
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new WebhookError('InvalidSecret', 'Pass at least one secret.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  mustBeRecent(timestamp, toleranceSeconds, nowMs);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const candidates = signatures.split(' ').flatMap(signatureOf).slice(0, MAX_SIGNATURES);
  for (const key of keys) {
    for (const signature of candidates) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return eventOf(bytes);
    }
  }
  throw new WebhookError('WrongSignature', 'None of the signatures is by one of the secrets.');
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new WebhookError(
    'InvalidBody',
    'Pass the body as it arrived, as text or bytes. A parsed object does not have its bytes any more: turn off the JSON parser for this address.',
  );
}

const importKey = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);

async function keyOf(secret: unknown): Promise<Awaited<ReturnType<typeof importKey>>> {
  const bytes = typeof secret === 'string' ? decoded(secret.replace(/^whsec_/, '')) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookError('InvalidSecret', 'A secret must be base64, with or without whsec_ before it.');
  return importKey(bytes);
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The bytes of `v1,BASE64`. Other versions, and base64 that nobody writes so, are ignored. */
function signatureOf(text: string): Uint8Array<ArrayBuffer>[] {
  const base64 = text.startsWith('v1,') ? text.slice(3) : '';
  const bytes = decoded(base64);
  return bytes?.length === 32 && btoa(String.fromCharCode(...bytes)) === base64 ? [bytes] : [];
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = [value ?? []].flat().join(' ');
  if (text === '') throw new WebhookError('MissingHeader', `The header ${name} is missing.`);
  return text;
}

function mustBeRecent(timestamp: string, toleranceSeconds: number, nowMs: number): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (Math.abs(Math.floor(nowMs / 1_000) - seconds) <= toleranceSeconds) return;
  throw new WebhookError(
    'InvalidTimestamp',
    `The time of the attempt must be within ${toleranceSeconds} seconds of now. If all are refused, set the clock of this machine.`,
  );
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function eventOf(bytes: Uint8Array): SellerEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string')
      return event as SellerEvent;
  } catch {
    // The message of the parser quotes the body.
  }
  throw new WebhookError('InvalidEvent', 'The body is genuine, but no event in JSON.');
}
