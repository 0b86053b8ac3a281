import type { SellerClient } from '../../create-client.ts';
/** How long a message of a killed run stays hidden from the next one. The loop extends it while it works. */
export declare const VISIBILITY_SECONDS = 5;
/** The queue of a run: the one that it has already, or a new one. */
export declare function temporaryDestination(client: SellerClient, runId: string, { kinds, signal }: {
    kinds: readonly string[];
    signal: AbortSignal;
}): Promise<{
    channelId: string;
    isReused: boolean;
}>;
/** Without a signal: it is what a run does when it is told to end. Nothing happens when it is gone already. */
export declare function deleteTemporary(client: SellerClient, runId: string, channelId?: string): Promise<void>;
