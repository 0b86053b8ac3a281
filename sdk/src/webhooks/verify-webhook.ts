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
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return eventOf(bytes);
    }
  }
  throw new WebhookError('WrongSignature', 'None of the signatures is by one of the secrets.');
}

/** A copy: the caller cannot change it between the check and the reading. */
function bytesOf(body: WebhookBody): Promise<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof ArrayBuffer || ArrayBuffer.isView(body))
    return new Blob([body as string]).arrayBuffer();
  throw new WebhookError(
    'InvalidBody',
    'Pass the body as it arrived, as text or bytes: turn off the JSON parser for this address.',
  );
}

function keysOf(secrets: readonly unknown[]) {
  const keys = secrets.map((secret) => decoded(typeof secret === 'string' ? secret.replace(/^whsec_/, '') : ''));
  if (keys.length === 0 || keys.some(({ length }) => length === 0))
    throw new WebhookError(
      'InvalidSecret',
      'Pass at least one secret, each in base64, with or without whsec_ before it.',
    );
  return Promise.all(keys.map((key) => crypto.subtle.importKey('raw', key, HMAC, false, ['verify'])));
}

/** Empty when it is no base64. */
function decoded(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The bytes of `v1,BASE64`. Other versions, and base64 that is not canonical, are ignored. */
function signatureOf(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = decoded(text.slice(3));
  return bytes.length === 32 && `v1,${btoa(String.fromCharCode(...bytes))}` === text ? [bytes] : [];
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
    `The time of the attempt must be within ${toleranceSeconds} seconds of now: check the clock.`,
  );
}

function eventOf(bytes: ArrayBuffer): SellerEvent {
  try {
    const event: SellerEvent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof event.type === 'string') return event;
  } catch {
    // The message of the parser quotes the body.
  }
  throw new WebhookError('InvalidEvent', 'The body is genuine, but no event in JSON.');
}
