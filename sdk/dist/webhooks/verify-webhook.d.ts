import type { SellerEvent } from '../generated/types.gen.ts';
/** `Headers` of fetch, `request.headers` of Node, or a plain object. The case of names does not matter. */
export type WebhookHeaders = {
    get(name: string): string | null;
} | {
    readonly [name: string]: string | readonly string[] | undefined;
};
/** Exactly what arrived: parsed and written again, it has other bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;
export type WebhookOptions = {
    /** How far the time of the attempt may be from now, in both directions. Default: 300. */
    toleranceSeconds?: number | undefined;
    /** Now, in milliseconds since 1970 UTC. Default: the clock of this machine. */
    nowMs?: number | undefined;
};
/**
 * Checks the signature of a webhook (Standard Webhooks, `v1`) and returns the event. Pass all secrets that may be in use: while one is
 * replaced, the old and the new one. Rejects with a WebhookError when the request is not genuine. The same event may arrive more than
 * once: drop those whose `id` you have.
 */
export declare function verifyWebhook(headers: WebhookHeaders, body: WebhookBody, secrets: string | readonly string[], { toleranceSeconds, nowMs }?: WebhookOptions): Promise<SellerEvent>;
