/** The service cannot start, for a reason that the operator can correct. The message is printed without a stack. */
export class StartError extends Error {}
