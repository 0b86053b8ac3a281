import { reasonOf } from '../../db/open.ts';
import { Fault } from '../../domain/fault.ts';
import { StartError } from '../../processes/start-error.ts';

/** Turns an error that the operator can correct into one whose message is printed without a stack. */
export function cannotStart(error: Error): never {
  // The message of a Fault is for clients of the service: it would say that the service is unavailable, and not why.
  const message = error instanceof Fault ? `The store cannot be used: ${reasonOf(error)}` : error.message;
  throw new StartError(message, { cause: error });
}
