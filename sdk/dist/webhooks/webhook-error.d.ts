/**
 * - `InvalidBody`: the body is not what arrived, such as a parsed object.
 * - `InvalidSecret`: there is no secret, or one is not base64 with `whsec_` before it.
 * - `MissingHeader`: one of the three headers is missing.
 * - `InvalidTimestamp`: the time of the attempt is too far from now: the request may be replayed.
 * - `WrongSignature`: none of the signatures is by one of the secrets.
 * - `InvalidEvent`: the content is genuine, but no JSON object.
 */
export type WebhookErrorCode = 'InvalidBody' | 'InvalidSecret' | 'MissingHeader' | 'InvalidTimestamp' | 'WrongSignature' | 'InvalidEvent';
/** Why a request is not accepted as a webhook. It contains nothing of the secrets. */
export declare class WebhookError extends Error {
    readonly name = "WebhookError";
    readonly code: WebhookErrorCode;
    constructor(code: WebhookErrorCode, message: string);
}
