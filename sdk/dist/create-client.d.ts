import { type ClientOptions } from './calls/connect.ts';
import { LoopingOperations } from './loops/looping-operations.ts';
export type { ClientOptions } from './calls/connect.ts';
/** All operations for sellers and their applications, and loops over what comes in pieces. */
export declare class SellerClient extends LoopingOperations {
}
/** Throws a `TypeError` when `baseUrl` is not an http or https address, or a number is none that a call could keep. */
export declare const createClient: (options: ClientOptions) => SellerClient;
