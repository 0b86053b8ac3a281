/** `failure` is what `fetch` rejected with. */
export declare function wasNeverSent(failure: unknown): boolean;
