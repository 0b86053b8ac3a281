import { type ClientOptions, connect } from '../calls/connect.ts';
import { OperatorLoops } from './operator-loops.ts';

export type { ClientOptions } from '../calls/connect.ts';

/** All operations under /operator/v1, and loops over what comes in pieces. */
export class OperatorClient extends OperatorLoops {}

/**
 * For programs and pages of the operator. Throws a `TypeError` when `baseUrl` is not an http or https address, or a number is none that
 * a call could keep.
 */
export const createOperatorClient = (options: ClientOptions): OperatorClient =>
  new OperatorClient({ client: connect(options) });
