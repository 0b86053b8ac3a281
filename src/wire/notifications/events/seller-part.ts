/** The seller's part of an event of which all else is the same for every receiver: whether a changed record is its own. */
export const writeOwnPart = (isOwn: boolean): string => `"Own":${isOwn}`;

/** The seller's part of PRICING_HEALTH. `finished` was written when the states of its offers changed. */
export const writeHealthPart = (finished: string, isOwn: boolean): string => `${finished},${writeOwnPart(isOwn)}`;

/** The seller's part of ANY_OFFER_CHANGED. It names no SKU but the receiver's own. */
export const writeAnyOfferPart = (isOwn: boolean, mySkus: readonly string[]): string =>
  `${writeOwnPart(isOwn)},"MySKUs":${JSON.stringify(mySkus)}`;
