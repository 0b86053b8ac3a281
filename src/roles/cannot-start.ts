import { StartError } from '../listen.ts';

/** Turns an error that the operator can correct into one whose message is printed without a stack. */
export function cannotStart(error: Error): never {
  throw new StartError(error.message, { cause: error });
}
