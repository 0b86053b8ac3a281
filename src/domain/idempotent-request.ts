/** A request that takes effect once, however often it is sent (decision 7). */
export type IdempotentRequest = {
  /** The application and the seller: each pair has its own keys. */
  caller: string;
  operation: string;
  key: string;
  body: unknown;
};

/** The key was used before, with another body. */
export type KeyReused = { rejected: 'keyReused' };
