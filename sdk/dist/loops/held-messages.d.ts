import type { Operations } from '../generated/sdk.gen.ts';
import type { Message } from '../generated/types.gen.ts';
/** The operations of a queue that a loop over its messages needs. */
export type Queue = Pick<Operations, 'getDestination' | 'receiveMessages' | 'acknowledgeMessages' | 'extendMessages' | 'giveBackMessages' | 'getDelivery'>;
/** A message that this consumer has. It may come more than once: `notificationId` is the same then. */
export type PulledMessage = Message & {
    /** Aborts when the message is another consumer's: stop the work on it, if you can. */
    signal: AbortSignal;
    /** The message is done. The loop does it by itself when it asks for the next message. */
    acknowledge(): Promise<void>;
    /** Hides it for at least that long from now. The loop extends by itself: use it before work that blocks the thread. */
    extend(seconds: number): Promise<void>;
};
type HeldOptions = {
    path: {
        channelId: string;
    };
    visibilitySeconds: number;
    /** When the request was sent. */
    receivedMs: number;
    /** Aborted: an acknowledgement has less time. */
    signal: AbortSignal | undefined;
};
/** The messages of one answer, which belong to this consumer until they are acknowledged or given back. Extends them meanwhile. */
export declare class HeldMessages {
    #private;
    /** In the order in which they came. */
    readonly messages: readonly PulledMessage[];
    constructor(queue: Queue, received: readonly Message[], options: HeldOptions);
    /** Rejects when the message is another consumer's. Nothing happens when it is acknowledged already. */
    acknowledge(message: PulledMessage): Promise<void>;
    /** Gives back what is not acknowledged. It never fails: what is not given back comes again when its visibility timeout ends. */
    release(): Promise<void>;
}
export {};
