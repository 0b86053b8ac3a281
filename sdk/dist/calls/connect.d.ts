import type { Credentials } from '../credentials.ts';
import type { Client } from '../operation-client.ts';
export type ClientOptions = {
    /** The address of the service, such as https://sellers.example.com. */
    baseUrl: string;
    /** None: only operations that need no token. */
    credentials?: Credentials | undefined;
    /**
     * How long a call may take, with all its retries. Default: 30,000. A call that asks the service to wait (`prefer: wait=N`,
     * `waitSeconds`) may take that much longer.
     */
    deadlineMs?: number | undefined;
    /** How often a call is sent at most when it fails in a way that may pass. Default: 5. 1: no retries. */
    maxAttempts?: number | undefined;
    /**
     * How long an answer in JSON may be, after decompression. Default: 64 MiB. A longer one is an error with the code AnswerTooLarge. Documents
     * of reports and exports have no bound.
     */
    maxAnswerBytes?: number | undefined;
    /** Default: the global one. */
    fetch?: typeof globalThis.fetch | undefined;
};
/** What the operations of a client call. Throws a `TypeError` as `createClient` does. */
export declare function connect(options: ClientOptions): Client;
