import type { SellerEvent } from '../../generated/types.gen.ts';
export type Forwarded = {
    readonly status: number;
    readonly attempts: number;
};
export type Forward = {
    readonly url: string;
    readonly secret: string;
    /** Called with each attempt that failed: why, and what happens next. */
    readonly onFailure: (reason: string) => void;
    readonly signal: AbortSignal;
};
/** Posts an event as the service would, again and again until the receiver answers 2xx. Rejects only when the signal aborts. */
export declare function forward(event: SellerEvent, options: Forward): Promise<Forwarded>;
/** An address of this machine or its network, for programs that the service cannot reach. */
export declare function forwardAddress(text: string): string;
