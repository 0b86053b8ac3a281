/** An event about fees that is about to be appended to the events of a seller. */
export type FeeEvent = {
  sellerId: string;
  kind: 'FEE_PROMOTION' | 'FEE_CHANGED';
  atMs: number;
  /** Members of `data` as JSON text, without braces. */
  sellerPart: string;
};
