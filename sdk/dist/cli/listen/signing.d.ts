/** The same for all runs of a sign-in, so that the program that verifies need not be told a new one each time. */
export declare function signingSecret(folder: string): Promise<string>;
/** As the service signs its webhooks: Standard Webhooks, `v1`, with the time of this attempt. */
export declare function signedHeaders(secret: string, id: string, body: string): Record<string, string>;
