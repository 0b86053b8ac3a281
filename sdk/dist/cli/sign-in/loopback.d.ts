/** A server on this machine to which the browser comes back (RFC 8252 7.3). It listens on the IPv4 loopback address alone. */
export declare class Loopback {
    #private;
    readonly redirectUri: string;
    private constructor();
    /** Port 0: one that the system chooses. */
    static listen(port: number): Promise<Loopback>;
    /**
     * Waits for the browser, and answers it when `complete` has used the address. An address with another `state` is not the one that
     * was sent: it gets an error, and the waiting goes on.
     */
    arrival(state: string, signal: AbortSignal, complete: (callbackUrl: string) => Promise<void>): Promise<void>;
    /** Ends at once: browsers keep connections open. */
    close(): void;
}
