import { ApiError } from '../api-error.ts';
/** An answer in a documented form. */
type Answer = {
    status: number;
    headers: Headers;
    body: unknown;
};
/**
 * What one attempt came to. `answer` is missing when there is none that the types of the operation describe: no connection, a cut
 * body, the page of a proxy. `error` is missing after a success.
 */
export type Outcome = {
    answer?: Answer;
    error?: ApiError;
    /** The failure may pass: sending the same request again makes sense. */
    isTransient?: boolean;
    /** The request was certainly not executed. */
    wasRefused?: boolean;
};
/** What the body of a success is read as. */
export type AnswerForm = 'json' | 'blob' | 'stream';
type Reading = {
    form: AnswerForm;
    token: string | undefined;
    maxBytes: number;
};
/**
 * Reads the whole body, unless it is a stream. JSON has at most `maxBytes`; documents have any length. Rejects only when the signal of the
 * request aborts. An error does not repeat the token that was sent, even if the answer does.
 */
export declare function readAnswer(response: Response, signal: AbortSignal, { form, token, maxBytes }: Reading): Promise<Outcome>;
export {};
