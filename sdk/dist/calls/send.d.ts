import type { TokenSource } from '../credentials.ts';
import type { OperationRequest } from '../operation-client.ts';
export type SendOptions = {
    baseUrl: URL;
    tokens?: TokenSource | undefined;
    deadlineMs: number;
    maxAttempts: number;
    maxAnswerBytes?: number | undefined;
    fetch: typeof globalThis.fetch;
};
/** Sends calls: at most `maxAttempts` requests each, and one more when a token was rejected, within the deadline of the call. */
export declare class Sender {
    #private;
    constructor(options: SendOptions);
    /** The body of a successful answer, or with `throwOnError: false` any documented answer. */
    call(method: string, request: OperationRequest): Promise<unknown>;
}
